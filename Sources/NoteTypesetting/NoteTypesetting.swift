// SPDX-License-Identifier: MIT
// What is typeset is asked for in the words of NoteExporting, so that comes with it.

@_exported public import NoteExporting
