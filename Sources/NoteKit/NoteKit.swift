@_exported public import NoteFiles
@_exported public import NoteSyntax
