// SPDX-License-Identifier: MIT
// What a file system promises about a power cut, in two degrees of kindness.

/// Which of the steps that were not made durable a power cut may undo.
enum CrashModel: String, CaseIterable, Sendable {
    /// Each step survives or not, whatever became of the others. Syncing a file makes its bytes and
    /// properties durable, but no name of it; syncing a folder makes its names durable. (The model of
    /// ALICE, OSDI 2014, without order.)
    case weak
    /// Names, properties and cuts go through a journal and survive as a prefix of what was done, one
    /// journal for each device. Syncing commits the journal up to the last step that touched the inode.
    /// Unsynced bytes may be missing, zero or torn at any moment: nothing forces them out when names
    /// are exchanged. (ext4 with `data=ordered` and delayed allocation, without its help for renames.)
    case ordered
}
