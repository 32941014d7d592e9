import Testing

@testable import NoteSyntax

@Test func sanity() { #expect(1 == 1) }
