// SPDX-License-Identifier: MIT
// The one place where a file that once was a note loses its last name.

extension NoteDisk {
    /// What became of a file that was to be disposed of.
    enum Disposal {
        /// It held only known bytes, and its name is gone.
        case gone(SaveReceipt.Proof)
        /// The same, but a writer that had found the file before now waits to get in.
        case goneUnderAWaitingWriter
        /// It holds somebody else's bytes. Nothing was done.
        case foreign
        /// A writer holds it, or it is not quite the file that was expected. Nothing was done.
        case inUse
    }

    /// Removes a file's last name, if its bytes are known and no program has it open for writing.
    ///
    /// Nothing is unlinked unless its bytes were proven equal to known bytes while a lease kept writers
    /// out, or, where there are no leases, right after the comparison.
    ///
    /// - Parameters:
    ///   - known: The bytes that may go.
    ///   - condition: What else must be true of the file.
    ///   - remove: Takes the name away and answers as `unlinkat(2)` does.
    func dispose(
        _ file: borrowing OpenFile, ifOnly known: [UInt8], _ path: NotePath,
        where condition: (FileFacts) -> Bool = { _ in true }, remove: () -> Int32
    ) throws(FileError) -> Disposal {
        switch FileLease.take(.read, on: file, calls: calls) {
        case .refused: return .inUse
        case .unavailable:
            if let objection = try objection(to: file, ifOnly: known, path, where: condition) {
                return objection
            }
            return remove() == 0 ? .gone(.verified) : .inUse
        case .held(let lease):
            if let objection = try objection(to: file, ifOnly: known, path, where: condition) {
                return objection
            }
            guard lease.isUnbroken, remove() == 0 else { return .inUse }
            let isUnbroken = lease.isUnbroken
            lease.release()
            return isUnbroken ? .gone(.proven) : .goneUnderAWaitingWriter
        }
    }

    private func objection(
        to file: borrowing OpenFile, ifOnly known: [UInt8], _ path: NotePath,
        where condition: (FileFacts) -> Bool
    ) throws(FileError) -> Disposal? {
        let facts = try facts(of: file, path, .save)
        guard facts.kind == .file, facts.size == known.count,
            try readAll(file, expecting: facts.size, path, .save) == known
        else { return .foreign }
        return condition(facts) ? nil : .inUse
    }
}

extension FileFacts {
    /// Whether `other` is this file with the properties that a replacement was given. A rename moves the
    /// change time, so that cannot tell.
    func describesSameFile(_ other: FileFacts) -> Bool {
        identity == other.identity && mode == other.mode && owner == other.owner && group == other.group
            && other.links <= links
    }
}
