// SPDX-License-Identifier: MIT
// Who imports NoteLibrary has what is remembered and what notes mean as well.

@_exported public import NoteMarkdown
@_exported public import NoteStore
