// SPDX-License-Identifier: MIT
// The limits that were set, as the store knows them.

/// The one row of its table; none where nothing was ever set.
struct LimitsRow: SealedRow, Equatable {
    static let table = "limits"
    static let columns = ["days", "count", "bytes"]

    let id: Int64 = 1
    var policy: RetentionPolicy

    init(_ policy: RetentionPolicy) {
        self.policy = RetentionPolicy(
            days: max(0, policy.days), count: policy.count.map { max(0, $0) },
            bytes: policy.bytes.map { max(0, $0) })
    }

    init?(id: Int64, values: [DatabaseValue]) {
        guard id == 1, let days = values[0].integer else { return nil }
        self.init(
            RetentionPolicy(
                days: Int(days), count: values[1].integer.map { Int($0) },
                bytes: values[2].integer.map { Int($0) }))
    }

    var values: [DatabaseValue] {
        [.integer(policy.days), .integer(policy.count), .integer(policy.bytes)]
    }

    /// Takes over what a store of the first step kept by a name, where -1 stood for no limit.
    static func take(_ name: String, _ value: Int64, into row: inout LimitsRow?) {
        var policy = row?.policy ?? RetentionPolicy()
        switch name {
        case "keep-days": policy.days = Int(value)
        case "keep-count": policy.count = value < 0 ? nil : Int(value)
        case "keep-bytes": policy.bytes = value < 0 ? nil : Int(value)
        default: return
        }
        row = LimitsRow(policy)
    }
}
