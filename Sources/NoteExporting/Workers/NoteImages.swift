// SPDX-License-Identifier: MIT
// What came out of the images of one note while it was typeset.

/// The images that are left out of a note since a worker ended of them, and the time that went with them.
struct NoteImages {
    /// An image that a note places, or its drawing.
    enum Name: Hashable {
        case placed(String)
        case drawing
    }

    private var faults: [Name: ImageFault] = [:]
    /// The time on the wall until a worker ended.
    private(set) var took = Duration.zero

    /// Why an image must not be drawn.
    subscript(name: Name) -> ImageFault? { faults[name] }

    /// Leaves an image out.
    ///
    /// - Returns: Whether it was not left out before: a worker that ends of it again would do so for ever.
    mutating func leaveOut(_ name: Name, since fault: ImageFault, after time: Duration = .zero) -> Bool {
        took += time
        return faults.updateValue(fault, forKey: name) == nil
    }
}
