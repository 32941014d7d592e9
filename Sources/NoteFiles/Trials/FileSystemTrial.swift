// SPDX-License-Identifier: MIT
// What the file system of a folder can do, found out by doing it.

internal import CNoteLinux
internal import Glibc

/// What a file system can do, as small hidden files in a folder of it have shown.
package struct FileSystemTrial: Sendable {
    /// Something that a file system can do or not.
    package enum Ability: String, CaseIterable, Sendable {
        /// Files without a name (`O_TMPFILE`).
        case unnamedFiles
        /// Two names change places in one step (`RENAME_EXCHANGE`).
        case exchange
        /// A rename that replaces nothing (`RENAME_NOREPLACE`).
        case noReplace
        /// Word of a program that is about to write (`F_SETLEASE`).
        case leases
        /// Locks that end with their program (`flock(2)`).
        case locks
        /// It remembers when a file was made.
        case birthTime
        /// Extended attributes of the user.
        case attributes
        /// A copy that shares its blocks (`FICLONE`).
        case sharedBlocks
        /// Several names of one file.
        case hardLinks
        case symbolicLinks
        /// Names that differ in case only are two.
        case caseSensitivity
        /// Names that differ in the form of accents only are two.
        case accentSensitivity
        /// It says that bytes and names are on the disk (`fsync(2)`).
        case durability
    }

    /// What it can do; nothing is said of what could not be tried.
    package private(set) var answers: [Ability: Bool] = [:]
    /// The nanoseconds between two times that it can tell apart; nil where that could not be found out.
    package private(set) var timeStep: Int?
    /// Why no file could be made in the folder; nil where one could.
    package private(set) var refusal: FileError?

    /// Tries everything in a folder.
    ///
    /// The files are for this user alone, and have names that Obsidian and Syncthing pass over. They are gone
    /// when this returns, and so are those of an earlier trial that was killed. Nothing else in the folder is
    /// touched; its own modification time moves.
    ///
    /// After a crash: empty files stay. The next trial, and every `recover` of the folder, removes them.
    ///
    /// System calls: `openat(2)`, `flock(2)`, `statx(2)`, `fsetxattr(2)`, `utimensat(2)`, `fcntl(2)` with
    /// `F_SETLEASE`, `ioctl_ficlone(2)`, `linkat(2)`, `symlinkat(2)`, `renameat2(2)`, `fsync(2)`, `unlinkat(2)`.
    ///
    /// - Throws: `FileError` when the folder cannot be opened or listed.
    package init(in folder: NotePath, on disk: NoteDisk) throws(FileError) {
        let calls = disk.calls
        let flags = O_RDONLY | cn_O_DIRECTORY | cn_O_CLOEXEC
        let number = folder.withCString { calls.openat(cn_AT_FDCWD, $0, flags, 0) }
        guard number >= 0 else { throw FileError(.list, folder, call: "openat", answer: Int(number)) }
        let directory = OpenFile(owning: number, calls: calls)
        for name in try disk.names(in: folder, where: HiddenName.isTrial) {
            TrialFiles.sweep(name, in: directory, calls)
        }
        let files = TrialFiles(in: directory, calls)
        defer { files.removeAll() }
        let made = files.make("a")
        guard made >= 0 else {
            refusal = FileError(.create, folder, call: "openat", answer: Int(made))
            return
        }
        let file = OpenFile(owning: made, calls: calls)
        tryNames(files, directory)
        tryFile(file, files, directory)
        tryTimes(file, calls)
    }

    private mutating func tryFile(
        _ file: borrowing OpenFile, _ files: TrialFiles, _ directory: borrowing OpenFile
    ) {
        let calls = files.calls
        answers[.locks] = calls.lockExclusively(file.number) == 0
        let unnamed = calls.openat(directory.number, ".", cn_O_TMPFILE | O_RDWR | cn_O_CLOEXEC, 0o600)
        answers[.unnamedFiles] = unnamed >= 0
        if unnamed >= 0 { _ = calls.close(unnamed) }
        var facts = FileFacts()
        if calls.statx(file.number, "", cn_AT_EMPTY_PATH, &facts) == 0 {
            answers[.birthTime] = facts.born != nil
        }
        let value: [UInt8] = [0x31]
        answers[.attributes] =
            value.withUnsafeBytes { calls.fsetxattr(file.number, "user.notekit.trial", $0) } == 0
        switch FileLease.take(.write, on: file, calls: calls) {
        case .held(let lease):
            answers[.leases] = true
            lease.release()
        // Somebody looks at every new file, and the file system told of it.
        case .refused: answers[.leases] = true
        case .unavailable: answers[.leases] = false
        }
        let other = files.make("b")
        if other >= 0 {
            _ = value.withUnsafeBytes { calls.pwrite(file.number, $0, 0) }
            answers[.sharedBlocks] = calls.clone(other, from: file.number) == 0
            _ = calls.close(other)
        }
        answers[.durability] = calls.fsync(file.number) == 0 && calls.fsync(directory.number) == 0
    }

    private mutating func tryNames(_ files: TrialFiles, _ directory: borrowing OpenFile) {
        answers[.hardLinks] = files.link("a", to: "c") == 0
        answers[.symbolicLinks] = files.symbolicLink("l") == 0
        var sensitivity = files.find("a", inCapitals: true)
        answers[.caseSensitivity] = sensitivity.map { !$0 }
        let accented = files.make("\u{E9}")
        if accented >= 0 {
            _ = files.calls.close(accented)
            sensitivity = files.find("e\u{301}", inCapitals: false)
            answers[.accentSensitivity] = sensitivity.map { !$0 }
        }
        let target = files.make("d")
        guard target >= 0 else { return }
        _ = files.calls.close(target)
        // It must refuse, and for this reason.
        answers[.noReplace] = files.rename("a", to: "d", cn_RENAME_NOREPLACE) == -EEXIST
        answers[.exchange] = files.rename("a", to: "d", cn_RENAME_EXCHANGE) == 0
    }

    private mutating func tryTimes(_ file: borrowing OpenFile, _ calls: any FileCalls) {
        let wanted = FileTime(seconds: 1_000_000_001, nanoseconds: 123_456_789)
        var facts = FileFacts()
        guard calls.setModified(file.number, wanted) == 0,
            calls.statx(file.number, "", cn_AT_EMPTY_PATH, &facts) == 0
        else { return }
        timeStep = [1, 100, 1000, 1_000_000, 10_000_000, 1_000_000_000, 2_000_000_000].first { step in
            let whole = step < 1_000_000_000
            let seconds =
                whole ? 1_000_000_001 : 1_000_000_001 / (step / 1_000_000_000) * (step / 1_000_000_000)
            let nanoseconds = whole ? 123_456_789 / step * step : 0
            return Int(facts.modified.seconds) == seconds && Int(facts.modified.nanoseconds) == nanoseconds
        }
    }
}

/// The files of one trial.
private struct TrialFiles {
    let calls: any FileCalls
    private let directory: Int32
    private let number: UInt64
    private static let roles = ["a", "b", "c", "d", "l", "\u{E9}"]

    init(in directory: borrowing OpenFile, _ calls: any FileCalls) {
        self.calls = calls
        self.directory = directory.number
        number = calls.uniqueNumber()
    }

    private func withName<Result>(_ role: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        HiddenName.trial(number, role).withCString(body)
    }

    func make(_ role: String) -> Int32 {
        let file = withName(role) {
            calls.openat(directory, $0, O_RDWR | O_CREAT | O_EXCL | cn_O_NOFOLLOW | cn_O_CLOEXEC, 0o600)
        }
        // So that nobody takes it for a leftover while it is open.
        if file >= 0 { _ = calls.lockExclusively(file) }
        return file
    }

    func link(_ role: String, to other: String) -> Int32 {
        withName(role) { from in withName(other) { calls.linkat(directory, from, directory, $0) } }
    }

    func symbolicLink(_ role: String) -> Int32 {
        withName(role) { symlinkat(".", directory, $0) }
    }

    func rename(_ role: String, to other: String, _ flags: UInt32) -> Int32 {
        withName(role) { from in withName(other) { calls.renameat2(directory, from, directory, $0, flags) } }
    }

    /// Whether a name leads to something; nil where that cannot be told.
    func find(_ role: String, inCapitals: Bool) -> Bool? {
        var name = HiddenName.trial(number, role).bytes
        if inCapitals { name = name.map { $0 &- 0x61 < 26 ? $0 & ~0x20 : $0 } }
        var facts = FileFacts()
        let answer = NotePath(bytes: name).withCString {
            calls.statx(directory, $0, cn_AT_SYMLINK_NOFOLLOW, &facts)
        }
        return answer == 0 ? true : answer == -ENOENT ? false : nil
    }

    /// What cannot be removed is removed by the next trial.
    func removeAll() {
        for role in Self.roles { _ = withName(role) { calls.unlinkat(directory, $0) } }
    }

    /// Removes a file that a trial left which was killed; not one that is going on.
    static func sweep(_ name: NotePath, in directory: borrowing OpenFile, _ calls: any FileCalls) {
        let flags = O_RDONLY | O_NONBLOCK | cn_O_NOFOLLOW | cn_O_CLOEXEC
        let number = name.withCString { calls.openat(directory.number, $0, flags, 0) }
        // A symbolic link of ours cannot be locked, and leads nowhere that matters.
        guard number >= 0 || number == -ELOOP else { return }
        let isUsed = number >= 0 && calls.lockExclusively(number) == -EWOULDBLOCK
        if !isUsed { _ = name.withCString { calls.unlinkat(directory.number, $0) } }
        if number >= 0 { _ = calls.close(number) }
    }
}
