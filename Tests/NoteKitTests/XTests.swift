import Testing

@testable import NoteKit

@Test func sanity() { #expect(1 == 1) }
