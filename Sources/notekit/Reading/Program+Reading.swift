// SPDX-License-Identifier: MIT
// The commands that need system libraries: what a note means, and how it leaves.

internal import NoteKit
internal import NoteStore

extension Program {
    /// Commands that read notes as a reader does, in the order in which help shows them.
    static let readingCommands: [any Command.Type] = [
        ViewCommand<BlocksView>.self, ViewCommand<SectionsView>.self, PlainTextCommand<WholeTextForm>.self,
        PlainTextCommand<PreviewForm>.self, ViewCommand<RegionsView>.self, PropertiesCommand.self,
        PropertyCommand.self, ExportCommand.self, HistoryCommand.self, SearchCommand.self,
        RenameCommand.self, MoveCommand.self, FolderCommand.self, PinCommand<Pinning>.self,
        PinCommand<Unpinning>.self, AttachCommand.self, StatusCommand.self, ConflictsCommand.self,
        DiffCommand.self, ResolveCommand.self, DaemonCommand.self, MCPCommand.self, DoctorCommand.self,
    ]
    /// The links of notes, also those that lead to one.
    static let linksCommand: any Command.Type = LinksCommand.self

    /// Who keeps texts that would be lost, and those that are replaced.
    static var keeper: any VersionKeeper { stores }
    /// The stores of the vaults that a command works on.
    static let stores = StoreVersionKeeper(
        rule: .allButAttachments, notify: { StandardError.write("notekit: \($0)\n") })
}
