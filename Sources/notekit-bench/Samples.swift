// SPDX-License-Identifier: MIT
// A handful of measurements of one thing, and what is said of them.

/// Measurements of one thing, in one unit.
struct Samples {
    private var values: [Double] = []

    /// Adds one measurement.
    mutating func add(_ value: Double) { values.append(value) }

    /// The value below which a share of the measurements lies; the middle one for 0.5.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard let last = sorted.indices.last else { return .nan }
        return sorted[min(last, Int(Double(sorted.count) * share))]
    }

    var median: Double { quantile(0.5) }
    var least: Double { values.min() ?? .nan }
    var most: Double { values.max() ?? .nan }
}

extension Double {
    /// Three digits that matter, as tables want them.
    var short: String {
        guard isFinite else { return "?" }
        let digits = self >= 100 ? 0 : self >= 10 ? 1 : self >= 1 ? 2 : 3
        let scale = [1.0, 10, 100, 1000][digits]
        let rounded = (self * scale).rounded() / scale
        return digits == 0 ? String(Int(rounded)) : String(rounded)
    }
}
