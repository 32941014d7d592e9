// SPDX-License-Identifier: MIT
// Whether what is remembered beside the vault is sound, and in the right place.

internal import Glibc
internal import NoteFiles
internal import NoteStore

extension VaultHealth {
    func store() -> [HealthFinding] {
        do throws(StoreError) {
            guard let health = try StoreHealth.look(at: vault, stateFolder: stateFolder) else {
                return [.good("store", "nothing is remembered yet")]
            }
            return [pages(health), aside(health), modes(health), conflicts(health)]
        } catch {
            return [
                .bad(
                    "store", "\(error.code)", error.description,
                    remedy:
                        "see that '\(stateFolder)' can be written, has room, and is not open in a later edition"
                )
            ]
        }
    }

    private func pages(_ health: StoreHealth) -> HealthFinding {
        let value =
            "\(counted(health.versions, "version")), \(ByteCount.written(health.bytes)), every page sound"
        guard let notice = health.notices.first else { return .good("store", value) }
        return .limited("store", value, notice.description)
    }

    private func aside(_ health: StoreHealth) -> HealthFinding {
        let count = health.setAside.count
        guard let first = health.setAside.first else { return .good("setAside", "no damaged database") }
        return .limited(
            "setAside", counted(count, "damaged database"),
            "what could be read of it was taken over; the rest is still in '\(first)'",
            remedy: "remove it when you miss nothing")
    }

    private func modes(_ health: StoreHealth) -> HealthFinding {
        guard let first = health.exposed.first else {
            return .good("storePermissions", "for this user alone")
        }
        return .limited(
            "storePermissions", "others may enter '\(first)'", "they could read what notes held before",
            remedy: "chmod -R go= '\(health.folder)'")
    }

    private func conflicts(_ health: StoreHealth) -> HealthFinding {
        guard health.conflicts > 0 else { return .good("conflicts", "none waits for a choice") }
        return .limited(
            "conflicts", "\(counted(health.conflicts, "conflict")) unresolved",
            "those notes are not saved until somebody chooses", remedy: "open them and choose")
    }

    /// Where the state folder is, in relation to the vault and to this machine.
    func stateFolderPlace() -> [HealthFinding] {
        let topic = "stateFolder"
        guard let place = Self.resolved(stateFolder, orAbove: true),
            let top = Self.resolved(vault, orAbove: false)
        else { return [.good(topic, "\(stateFolder), not made yet")] }
        if place.bytes == top.bytes || place.bytes.starts(with: top.bytes + [UInt8(ascii: "/")]) {
            return [
                .bad(
                    topic, "\(stateFolder), inside the vault",
                    "sync tools carry the database away while it is written, which damages it, and other machines "
                        + "see what notes held before",
                    remedy: "set XDG_STATE_HOME to a folder outside of the vault")
            ]
        }
        do throws(FileError) {
            let kind = FileSystemKind(magic: try magic(of: place))
            guard kind.isShared else { return [.good(topic, "\(stateFolder), on this machine")] }
            return [
                .limited(
                    topic, "\(stateFolder), on \(kind.name)",
                    "a database with several users on several machines can be damaged",
                    remedy: "set XDG_STATE_HOME to a folder on a local disk")
            ]
        } catch {
            return [.bad(topic, "\(stateFolder)", error.description)]
        }
    }

    /// The real path of a folder, or of the nearest one above it that is there.
    static func resolved(_ folder: NotePath, orAbove: Bool) -> NotePath? {
        guard let found = folder.withCString({ realpath($0, nil) }) else {
            guard orAbove, folder.folder != folder else { return nil }
            return resolved(folder.folder, orAbove: true)
        }
        defer { free(found) }
        return NotePath(bytes: Array(UnsafeRawBufferPointer(start: found, count: strlen(found))))
    }
}
