// SPDX-License-Identifier: MIT
// A path that cannot lead out of the vault it is in.

internal import NoteKit

/// The names on the way from a vault's top to a file or folder: none of them empty, `.` or `..`, or hidden.
struct VaultPath: Hashable, Sendable {
    /// The names, top first, as bytes.
    let names: [[UInt8]]

    /// The vault's top.
    static let top = VaultPath(names: [])

    private init(names: [[UInt8]]) { self.names = names }

    /// A path below the vault; nil for one that leads out of it or to something hidden.
    init?(_ path: NotePath) {
        guard let found = Self.top.followed(by: path.bytes) else { return nil }
        self = found
    }

    /// The folder that this lies in; the top's is the top.
    var folder: VaultPath { VaultPath(names: names.dropLast()) }

    /// The path as the kernel takes it, below the vault; `.` for the top.
    var path: NotePath {
        names.isEmpty ? NotePath(".") : NotePath(bytes: Array(names.joined(separator: [UInt8(ascii: "/")])))
    }

    /// Where a written path leads from this folder; nil where it leads out of the vault, to something hidden,
    /// or cannot be a path. A slash in front changes nothing. Links are not looked at.
    func followed(by written: [UInt8]) -> VaultPath? {
        guard !written.contains(0) else { return nil }
        var names = names
        for name in written.split(separator: UInt8(ascii: "/")) {
            switch name {
            case [UInt8(ascii: ".")]: continue
            case [UInt8(ascii: "."), UInt8(ascii: ".")]:
                if names.popLast() == nil { return nil }
            case let name where name.first == UInt8(ascii: "."): return nil
            default: names.append(Array(name))
            }
        }
        return VaultPath(names: names)
    }

    /// Whether this lies in a folder, at any depth.
    func isBelow(_ folder: VaultPath) -> Bool {
        names.count > folder.names.count && names.starts(with: folder.names)
    }
}
