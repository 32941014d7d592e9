// SPDX-License-Identifier: MIT
// What a note means to a reader speaks of NoteSyntax, so that comes with it.

@_exported public import NoteSyntax
