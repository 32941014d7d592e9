// SPDX-License-Identifier: MIT
// How link reference definitions give the links their destinations.

extension DocumentBuilder {
    /// Visits a part of a definition; of several for one label, the first counts.
    mutating func visitDefinition(_ node: PackedNode) {
        guard node.kind == .linkDestination, definitions[definition] == nil else { return }
        definitions[definition] = unescapedName(node.from..<node.end)
    }
}
