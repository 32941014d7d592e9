import Testing

@testable import NoteFiles

@Test func sanity() { #expect(1 == 1) }
