// SPDX-License-Identifier: MIT
// The path by which GitHub knows a file of the repository that it checked out.

internal import Glibc
internal import NoteKit

/// Turns paths below a vault into paths below the repository.
struct GitHubPaths {
    /// The vault as seen from the repository's top; empty when it is the top.
    private let vault: [UInt8]

    /// - Parameters:
    ///   - vault: The vault as typed.
    ///   - workspace: Where the repository was checked out.
    init(vault: NotePath, workspace: NotePath? = workspaceOfEnvironment) {
        var rest = vault.bytes[...]
        if let workspace, rest.starts(with: workspace.bytes) {
            let below = rest.dropFirst(workspace.bytes.count)
            if below.isEmpty || below.first == UInt8(ascii: "/") {
                rest = below.drop { $0 == UInt8(ascii: "/") }
            }
        }
        while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2).drop { $0 == UInt8(ascii: "/") } }
        self.vault = rest == [UInt8(ascii: ".")] ? [] : Array(rest)
    }

    /// The path of a file of the vault, for the screen.
    func path(of file: NotePath) -> String {
        NotePath(bytes: vault).appending(file).description
    }

    private static var workspaceOfEnvironment: NotePath? {
        guard let value = getenv("GITHUB_WORKSPACE"), value[0] != 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: value, count: strlen(value))
        return NotePath(bytes: Array(bytes))
    }
}
