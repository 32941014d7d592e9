// SPDX-License-Identifier: MIT
// How exported files share a folder without one taking another's place.

public import NoteKit
internal import Synchronization

/// A folder that takes exported files. It may be used from many threads at once.
///
/// A file that is there is never replaced: names that are taken are numbered, `Name 2.pdf`. A name is taken
/// where one is there that is the same but for case or the form of its accents: other systems know no difference.
/// Names are reserved before the work begins, so that they do not depend on which thread is done first.
public final class ExportFolder: Sendable {
    /// A name that was kept for one file.
    public struct Reservation: Hashable, Sendable {
        fileprivate let name: ExportName
        fileprivate let kind: String
        fileprivate let number: Int

        /// The name of the file.
        public var fileName: NotePath { name.fileName(number, extension: kind) }
    }

    /// The folder.
    public let path: NotePath
    private let disk: NoteDisk
    private let reserved = Mutex(Reserved())

    private struct Reserved {
        /// Those of the folder, too, once one was asked for. Strings are equal whatever the form of an accent.
        var names: Set<String>?
        /// The number that the next file of a name may have, by its first name: a vault may have a `README.md`
        /// in each folder.
        var next: [String: Int] = [:]
    }

    /// Takes a folder that is there.
    ///
    /// - Parameters:
    ///   - path: The folder, or a link to one.
    ///   - disk: Where the files are written.
    public init(_ path: NotePath, on disk: NoteDisk = NoteDisk()) {
        self.path = path
        self.disk = disk
    }

    /// Keeps a name that nothing in the folder has, and no other reservation.
    ///
    /// System calls: the first time `openat(2)`, `getdents64(2)`.
    ///
    /// - Parameters:
    ///   - name: The base of the name.
    ///   - kind: The extension, without its dot.
    public func reserve(_ name: ExportName, extension kind: String) -> Reservation {
        reserve(name, kind, from: 1)
    }

    /// Writes a file under a reserved name, or the next that is free where somebody took that meanwhile.
    ///
    /// The file comes to its name with all its bytes, durably, in one step; see `NoteDisk.create`. After a
    /// crash: nothing is at the name, or the whole file.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `fsync(2)`, `linkat(2)`.
    ///
    /// - Returns: The path of the file.
    /// - Throws: `FileError` with code `.missing` when the folder is gone, `.notPermitted`, `.noSpace` and the
    ///   like; nothing is left in the folder.
    public func write(_ bytes: [UInt8], as reservation: Reservation) throws(FileError) -> NotePath {
        var reservation = reservation
        while true {
            let file = path.appending(reservation.fileName)
            switch try disk.create(file, with: bytes) {
            case .saved: return file
            // The same bytes under that name are somebody else's file too.
            case .unchanged, .conflict:
                reservation = reserve(reservation.name, reservation.kind, from: reservation.number + 1)
            }
        }
    }

    private func reserve(_ name: ExportName, _ kind: String, from first: Int) -> Reservation {
        reserved.withLock { reserved in
            let firstName = Self.folded(name.fileName(extension: kind))
            var names = reserved.names ?? namesInFolder()
            reserved.names = nil
            defer { reserved.names = names }
            var number = max(first, reserved.next[firstName] ?? 1)
            while true {
                let reservation = Reservation(name: name, kind: kind, number: number)
                number += 1
                guard names.insert(Self.folded(reservation.fileName)).inserted else { continue }
                reserved.next[firstName] = number
                return reservation
            }
        }
    }

    /// A name without regard to case.
    private static func folded(_ name: NotePath) -> String {
        String(decoding: name.bytes, as: UTF8.self).uppercased()
    }

    private func namesInFolder() -> Set<String> {
        do throws(FileError) {
            return Set(try disk.names(in: path) { _ in true }.map(Self.folded))
        } catch {
            // A folder that may not be listed may be written to: names that are taken are seen one by one.
            return []
        }
    }
}
