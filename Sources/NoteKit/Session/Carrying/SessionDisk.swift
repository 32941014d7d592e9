// SPDX-License-Identifier: MIT
// The work of a session that blocks on the disk, one function for each order.

/// Carries out what a session orders. All methods block; they are called on a lane.
struct SessionDisk: Sendable {
    let disk: NoteDisk
    let keeper: any VersionKeeper
    private let holdOthers: @Sendable (NotePath) throws(FileError) -> @Sendable () -> Void

    init(_ options: SessionOptions) {
        var disk = NoteDisk(stateFolder: options.stateFolder, calls: options.calls)
        let (seconds, attoseconds) = options.patience.components
        disk.patience = UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000)
        self.disk = disk
        keeper = options.keeper
        holdOthers = options.holdingOthers
    }

    /// What is at the path.
    func look(at path: NotePath) -> SessionEvent {
        do throws(FileError) {
            return .found(FoundNote(try disk.read(path).bytes))
        } catch {
            return error.code == .missing ? .found(.absent) : .notRead(error)
        }
    }

    /// Puts bytes at the path, if it still holds the base.
    ///
    /// - Parameter keepingReplaced: Whether what it replaces is not kept yet.
    /// - Returns: What came of it, and why what it replaced could not be kept, where a keeper wants that.
    func write(
        _ bytes: [UInt8], over base: FoundNote, at path: NotePath, keepingReplaced: Bool
    ) -> (event: SessionEvent, unkept: FileError?) {
        var unkept: FileError?
        do throws(FileError) {
            let letOthersGo = try holdOthers(path)
            defer { letOthersGo() }
            guard let old = base.bytes else { return (.written(try disk.create(path, with: bytes)), nil) }
            if keepingReplaced { unkept = keepReplaced(old, by: bytes, at: path) }
            return (.written(try disk.replace(path, with: bytes, base: old)), unkept)
        } catch {
            if error.operation == .settle { cleanUp(beside: path) }
            return (.notWritten(error), unkept)
        }
    }

    /// Keeps the text that a save is about to replace, where the keeper wants it.
    private func keepReplaced(_ old: [UInt8], by new: [UInt8], at path: NotePath) -> FileError? {
        guard keeper.keepsReplacedTexts, old != new else { return nil }
        do throws(FileError) {
            try keeper.keep(
                NoteVersion(
                    of: path, old, because: .replaced, at: disk.calls.wallClock(),
                    edited: disk.modified(path), replacement: new))
            return nil
        } catch {
            // The save goes on: what was typed is in more danger than what it replaces.
            return error
        }
    }

    /// Ends what an earlier process or a refused save left half done beside a note.
    func cleanUp(beside path: NotePath) {
        do throws(FileError) {
            try disk.recover(beside: path)
        } catch {
            // Nothing was made worse; the reading or the save that follows says what is wrong there.
        }
    }

    /// Keeps what a choice drops, and answers the file beside the note where there is one.
    func putAside(_ order: PutAside, of path: NotePath) -> (event: SessionEvent, beside: NotePath?) {
        do throws(FileError) {
            if let mine = order.mine { try keep(mine, of: path, .mine) }
            if let theirs = order.theirs { try keep(theirs, of: path, .theirs) }
            return (
                .putAside,
                try order.beside.map { bytes throws(FileError) in try disk.create(bytes, beside: path) }
            )
        } catch {
            return (.notPutAside(error), nil)
        }
    }

    func keep(_ bytes: [UInt8], of path: NotePath, _ reason: NoteVersion.Reason) throws(FileError) {
        try keeper.keep(NoteVersion(of: path, bytes, because: reason, at: disk.calls.wallClock()))
    }
}

extension SessionEvent {
    /// The bytes that a look at the file found; nil where there is none, or it failed.
    var foundBytes: [UInt8]? { if case .found(let found) = self { found.bytes } else { nil } }
}
