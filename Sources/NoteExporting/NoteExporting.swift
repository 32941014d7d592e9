// SPDX-License-Identifier: MIT
// What leaves is a document of NoteMarkdown, so that comes with it.

@_exported public import NoteMarkdown
