// SPDX-License-Identifier: MIT
// Puts Templater commands among the nodes of a tree, each into the innermost node that holds it.

/// A run of nodes with commands merged in.
struct CommandMerge: ~Copyable {
    private(set) var nodes = ScratchBuffer<PackedNode>()
    private var parents = ScratchBuffer<Int>()

    /// - Parameters:
    ///   - commands: The commands that lie in the text of `old`, in order.
    ///   - baseDepth: The depth of a command that lies in none of the nodes.
    init(
        _ commands: ArraySlice<Range<Int>>, into old: borrowing ScratchBuffer<PackedNode>, baseDepth: UInt32,
        text: UnsafePointer<UInt8>
    ) {
        nodes.reserve(old.count + commands.count)
        var index = 0
        for command in commands {
            while index < old.count, old[index].from <= command.lowerBound {
                append(old[index])
                index += 1
            }
            var node = TemplaterCommands.node(command, in: text)
            close { $0.end <= node.from }
            // Front matter ends where it ends: a command that reaches out of it is none.
            if parents.count > 0, nodes[parents.last].end < node.end { continue }
            node.depth = parents.count > 0 ? nodes[parents.last].depth + 1 : baseDepth
            append(node)
        }
        while index < old.count {
            append(old[index])
            index += 1
        }
        close { _ in true }
    }

    consuming func take() -> ScratchBuffer<PackedNode> { nodes }

    private mutating func append(_ node: PackedNode) {
        close { $0.depth >= node.depth }
        parents.append(nodes.count)
        nodes.append(node)
    }

    private mutating func close(while isPast: (PackedNode) -> Bool) {
        while parents.count > 0, isPast(nodes[parents.last]) {
            let node = parents.last
            nodes.base[node].count = UInt32(truncatingIfNeeded: nodes.count - node - 1)
            parents.truncate(to: parents.count - 1)
        }
    }
}
