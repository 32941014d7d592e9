// SPDX-License-Identifier: MIT
// Where a text holds another, in time that is linear whatever both are (Knuth, Morris and Pratt).

/// A text to be looked for. It is not empty.
struct ByteSearch: Sendable {
    private let wanted: [UInt8]
    /// How many bytes still fit when the byte behind so many does not.
    private let fallbacks: [Int]

    init(for wanted: [UInt8]) {
        precondition(!wanted.isEmpty, "nothing is everywhere")
        var fallbacks = [0, 0]
        fallbacks.reserveCapacity(wanted.count + 1)
        for byte in wanted.dropFirst() {
            var fit = fallbacks[fallbacks.count - 1]
            while fit > 0, wanted[fit] != byte { fit = fallbacks[fit] }
            fallbacks.append(wanted[fit] == byte ? fit + 1 : 0)
        }
        self.wanted = wanted
        self.fallbacks = fallbacks
    }

    /// The places where a text holds it, those that overlap too.
    ///
    /// - Parameter most: How many are looked for.
    func places(in text: [UInt8], most: Int) -> [Int] {
        var places: [Int] = []
        var fit = 0
        for (position, byte) in text.enumerated() {
            while fit > 0, fit == wanted.count || wanted[fit] != byte { fit = fallbacks[fit] }
            if wanted[fit] == byte { fit += 1 }
            guard fit == wanted.count else { continue }
            places.append(position + 1 - fit)
            if places.count == most { break }
        }
        return places
    }
}
