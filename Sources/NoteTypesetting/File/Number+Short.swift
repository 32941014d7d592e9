// SPDX-License-Identifier: MIT
// How numbers are written into attributes of cairo's tags.

extension Double {
    /// With two digits behind the point, never in powers of ten.
    var short: String {
        let hundredths = Int((self * 100).rounded())
        let digits = String(abs(hundredths) % 100 + 100).dropFirst()
        return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100).\(digits)"
    }
}
