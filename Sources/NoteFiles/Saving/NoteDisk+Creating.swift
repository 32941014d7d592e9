// SPDX-License-Identifier: MIT
// How a note comes to a name that must be free.

extension NoteDisk {
    /// Makes a new note.
    ///
    /// The bytes are written to a file without a name, made durable, and linked to the name in one step
    /// that fails when the name is taken. Mode 0666 less the umask; a dangling symbolic link stays a
    /// link, its target is made.
    ///
    /// After a crash: nothing is at the path, or the whole note. After `.saved` with `durable`: the note.
    ///
    /// System calls: `openat(2)` with `O_TMPFILE`, `fsync(2)`, `linkat(2)`.
    ///
    /// - Returns: `.saved`, or `.conflict` with `.exists`; `.unchanged` when the very bytes are there.
    /// - Throws: `FileError`: `.missing` when the folder is not there, `.notPermitted`, `.noSpace` and the
    ///   like. Nothing is left at the path.
    public func create(_ path: NotePath, with bytes: [UInt8]) throws(FileError) -> SaveOutcome {
        try create(at: try NoteLocation(of: path, for: .create, calls: calls), with: bytes)
    }

    /// The same at a location that is known.
    func create(at location: borrowing NoteLocation, with bytes: [UInt8]) throws(FileError) -> SaveOutcome {
        let new = NewFile(operation: .create, subject: location.path, mode: 0o666)
        switch try make(new, holding: bytes, at: location) {
        case .nameTaken: return try outcomeOfTakenName(location, bytes)
        case .made(let file):
            let durable = makeNamesDurable(location, through: file)
            return .saved(SaveReceipt(proof: .proven, method: .created, durable: durable, lost: []))
        }
    }

    private func outcomeOfTakenName(
        _ location: borrowing NoteLocation, _ bytes: [UInt8]
    ) throws(FileError) -> SaveOutcome {
        let present = calls.openQuietly(location.directory.number, location.name)
        guard present >= 0 else { return .conflict(SaveConflict(reason: .exists, kept: [])) }
        let file = OpenFile(owning: present, calls: calls)
        let facts = try facts(of: file, location.path, .create)
        guard facts.kind == .file, facts.size == bytes.count,
            try readAll(file, expecting: facts.size, location.path, .create) == bytes
        else { return .conflict(SaveConflict(reason: .exists, kept: [])) }
        return .unchanged
    }
}
