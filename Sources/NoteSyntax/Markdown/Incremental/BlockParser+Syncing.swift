// SPDX-License-Identifier: MIT
// Reading lines only as far as an edit reaches.

extension BlockParser {
    /// Reads lines until one starts a block exactly as in the tree before the edit.
    ///
    /// - Parameters:
    ///   - first: Lines that start before are not asked about.
    ///   - limit: No line may reach further; one that does blocks the parse.
    /// - Returns: Where that line starts; what it added is taken back. `nil` at the end of the text.
    mutating func run(
        askingFrom first: Int, before limit: Int, isBlocked: inout Bool,
        isSynced: (_ block: PackedNode, _ line: Int, _ openOutside: Int) -> Bool
    ) -> Int? {
        while lineStart < textEnd {
            readLine()
            if nextLine > limit {
                isBlocked = true
                return nil
            }
            if lineStart >= first {
                var index = nodes.count
                while index > 0, nodes[index - 1].from >= lineStart { index -= 1 }
                var block = index
                while block < nodes.count, nodes[block].kind == .quoteMark { block += 1 }
                if block < nodes.count, nodes[block].flags.contains(.fresh), nodes[block].kind.isBlock {
                    var open = 0
                    while open < stack.count, stack[open].node < 0 { open += 1 }
                    if Int(nodes[block].depth) <= open, isSynced(nodes[block], lineStart, open) {
                        nodes.truncate(to: index)
                        stack.truncate(to: open)
                        leaf.kind = .none
                        return lineStart
                    }
                }
            }
            lineStart = nextLine
        }
        closeAll()
        return nil
    }

    /// Leaves out the commands that end before `position`.
    mutating func skipCommands(before position: Int) {
        nextCommand = commands.partitionPoint { $0.upperBound > position }
    }
}
