// SPDX-License-Identifier: MIT
// A vault in memory: what folders and files are to each other, and nothing else.

package import NoteKit
package import NoteLibrary

/// A fault that was proved.
package struct ProofFailure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// Folders and files as nodes, each with a number that stays. Steps are applied as a file system would.
package final class FolderModel: FolderSight {
    package final class Node {
        package let number: Int
        package let isFolder: Bool
        unowned(unsafe) var parent: Node?
        var children: [NotePath: Node] = [:]

        init(_ number: Int, isFolder: Bool) {
            self.number = number
            self.isFolder = isFolder
        }
    }

    package let root = Node(0, isFolder: true)
    private var nextNumber = 1
    /// The numbers of the files that must be there.
    package private(set) var files: Set<Int> = []

    package init() {}

    // MARK: - Looking

    package func node(at path: NotePath) -> Node? {
        if path == NotePath(".") { return root }
        var node = root
        for name in path.bytes.split(separator: UInt8(ascii: "/")) {
            guard let child = node.children[NotePath(bytes: Array(name))] else { return nil }
            node = child
        }
        return node
    }

    package func path(of node: Node) -> NotePath {
        var names: [NotePath] = []
        var node = node
        while let parent = node.parent {
            guard let name = parent.children.first(where: { $0.value === node })?.key else { break }
            names.append(name)
            node = parent
        }
        return names.reversed().reduce(NotePath("")) { $0.appending($1) }.orTop
    }

    package func allNames(in folder: NotePath) -> [NotePath] {
        (node(at: folder)?.children.keys).map(Array.init) ?? []
    }

    package func kind(of path: NotePath) -> FileFacts.Kind? {
        node(at: path).map { $0.isFolder ? .directory : .file }
    }

    package func isRelativeLink(_ path: NotePath) -> Bool { false }

    /// Every node but the root with its path, in no order.
    package func everything() -> [(path: NotePath, node: Node)] {
        var found: [(path: NotePath, node: Node)] = []
        var waiting: [(NotePath, Node)] = [(NotePath(""), root)]
        while let (path, node) = waiting.popLast() {
            for (name, child) in node.children {
                let place = path.appending(name)
                found.append((place, child))
                if child.isFolder { waiting.append((place, child)) }
            }
        }
        return found
    }

    // MARK: - Changing

    /// Makes a file where none is.
    package func makeFile(_ path: NotePath) throws(ProofFailure) {
        let file = Node(nextNumber, isFolder: false)
        nextNumber += 1
        files.insert(file.number)
        try put(file, path)
    }

    /// Does what the steps say; a step that a file system would refuse is a fault of the plan.
    package func apply(_ steps: [VaultOperation.Step]) throws(ProofFailure) {
        for step in steps {
            switch step.action {
            case .makeFolder(let path):
                let folder = Node(nextNumber, isFolder: true)
                nextNumber += 1
                try put(folder, path)
            case .move(let old, let new, _):
                guard let node = node(at: old), let parent = node.parent else {
                    throw ProofFailure("'\(old)' is not there to be moved")
                }
                parent.children[old.name] = nil
                try put(node, new)
            case .removeFolder(let path):
                guard let node = node(at: path), node.isFolder, node.children.isEmpty else {
                    throw ProofFailure("'\(path)' is not there to be removed, or not empty")
                }
                node.parent?.children[path.name] = nil
            case .edit(let path, _, _), .relink(let path, _, _), .removeFile(let path):
                throw ProofFailure("no step of folders touches the bytes of '\(path)'")
            }
        }
    }

    private func put(_ node: Node, _ path: NotePath) throws(ProofFailure) {
        guard let parent = self.node(at: path.folder), parent.isFolder else {
            throw ProofFailure("there is no folder for '\(path)'")
        }
        guard parent.children[path.name] == nil else { throw ProofFailure("'\(path)' would be replaced") }
        var above: Node? = parent
        while let next = above {
            guard next !== node else { throw ProofFailure("'\(path)' would be below itself") }
            above = next.parent
        }
        parent.children[path.name] = node
        node.parent = parent
    }

    /// Demands that all is a tree with every file in it once, and that no two names in a folder are alike.
    package func check() throws(ProofFailure) {
        var seen: Set<Int> = [0]
        var found: Set<Int> = []
        var waiting = [root]
        while let node = waiting.popLast() {
            let alike = Set(node.children.keys.map { $0.description.uppercased() })
            guard alike.count == node.children.count else { throw ProofFailure("two names are alike") }
            for child in node.children.values {
                guard child.parent === node, seen.insert(child.number).inserted else {
                    throw ProofFailure("node \(child.number) is at two places")
                }
                if child.isFolder { waiting.append(child) } else { found.insert(child.number) }
            }
        }
        guard found == files else {
            throw ProofFailure("\(files.symmetricDifference(found).count) files are lost")
        }
    }
}

extension NotePath {
    fileprivate var orTop: NotePath { bytes.isEmpty ? NotePath(".") : self }
}
