// SPDX-License-Identifier: MIT
// Who imports NoteKit has the text and the disk as well.

@_exported public import NoteFiles
@_exported public import NoteSyntax
