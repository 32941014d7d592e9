// SPDX-License-Identifier: MIT
// What a search may cost, and whether it keeps to that.

/// Measured figures beside the limits that they have to be below.
struct SearchLimits {
    private var rows: [(what: String, measured: Double, limit: Double)] = []

    /// Takes down a figure.
    mutating func add(_ what: String, _ measured: Double, below limit: Double) {
        rows.append((what, measured, limit))
    }

    /// Prints all of them.
    func show() {
        let table = Table("What is promised of searches", ["what", "measured", "limit", "kept"])
        for row in rows {
            table.row([
                row.what, row.measured.short, row.limit.short, row.measured < row.limit ? "yes" : "NO",
            ])
        }
        print(
            "\nProcessor time and ratios are to be judged by; wall time is that of whoever else uses the machine too."
        )
    }
}
