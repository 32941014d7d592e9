// SPDX-License-Identifier: MIT
// The commands that need system libraries: what a note means, and how it leaves.

extension Program {
    /// Commands that read notes as a reader does, in the order in which help shows them.
    static let readingCommands: [any Command.Type] = [
        ViewCommand<BlocksView>.self, ViewCommand<SectionsView>.self, PlainTextCommand<WholeTextForm>.self,
        PlainTextCommand<PreviewForm>.self, PropertiesCommand.self, PropertyCommand.self, ExportCommand.self,
    ]
}
