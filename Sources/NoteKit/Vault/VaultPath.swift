// SPDX-License-Identifier: MIT
// A path that cannot lead out of the vault it is in.

public import NoteFiles

/// The way from a vault's top to a file or folder: no name on it is empty, `.` or `..`, or hidden.
public struct VaultPath: Hashable, Sendable {
    /// The names with slashes between them; empty for the top.
    public let bytes: [UInt8]

    /// The vault's top.
    public static let top = VaultPath(bytes: [])

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// A path below the vault; nil for one that leads out of it or to something hidden.
    public init?(_ path: NotePath) {
        guard let found = Self.top.followed(by: path.bytes) else { return nil }
        self = found
    }

    /// The names, top first, as bytes.
    public var names: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

    /// The last name; empty for the top.
    public var name: ArraySlice<UInt8> {
        bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    }

    /// The folder that this lies in; the top's is the top.
    public var folder: VaultPath {
        VaultPath(bytes: Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)]))
    }

    /// The path as the kernel takes it, below the vault; `.` for the top.
    public var path: NotePath { bytes.isEmpty ? NotePath(".") : NotePath(bytes: bytes) }

    /// Where a written path leads from this folder; nil where it leads out of the vault, to something hidden,
    /// or cannot be a path. A slash in front changes nothing. Links are not looked at.
    public func followed(by written: [UInt8]) -> VaultPath? {
        guard !written.contains(0) else { return nil }
        var found = bytes
        found.reserveCapacity(bytes.count + 1 + written.count)
        for name in written.split(separator: UInt8(ascii: "/")) {
            switch name {
            case [UInt8(ascii: ".")]: continue
            case [UInt8(ascii: "."), UInt8(ascii: ".")]:
                if found.isEmpty { return nil }
                found.removeSubrange((found.lastIndex(of: UInt8(ascii: "/")) ?? 0)...)
            case let name where name.first == UInt8(ascii: "."): return nil
            default:
                if !found.isEmpty { found.append(UInt8(ascii: "/")) }
                found += name
            }
        }
        return VaultPath(bytes: found)
    }

    /// Whether this lies in a folder, at any depth.
    public func isBelow(_ folder: VaultPath) -> Bool {
        guard !folder.bytes.isEmpty else { return !bytes.isEmpty }
        return bytes.count > folder.bytes.count && bytes.starts(with: folder.bytes)
            && bytes[folder.bytes.count] == UInt8(ascii: "/")
    }
}
