// SPDX-License-Identifier: MIT
// NoteKit hands on the modules that it is built on, so that one import is enough.

@_exported public import NoteFiles
@_exported public import NoteSyntax
