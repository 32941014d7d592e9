// SPDX-License-Identifier: MIT
// Whether a file holds what it held when it was to be removed.

internal import NoteFiles

/// How large a file is and when it was last written. Who writes into it in place leaves it the same file, and no
/// mark tells; what was written since is somebody's.
enum FileStamp {
    /// As it stands in a record.
    static func bytes(of facts: FileFacts) -> [UInt8] {
        var fields = RecordFields()
        fields.append(UInt64(facts.size))
        fields.append(UInt64(bitPattern: facts.modified.seconds))
        fields.append(UInt64(facts.modified.nanoseconds))
        return fields.bytes
    }
}
