// SPDX-License-Identifier: MIT
// Where elements in order go over from those that do not fulfil a condition to those that do.

extension RandomAccessCollection where Index == Int {
    /// The first index whose element fulfils a condition that, once true, stays true; the end where none does.
    ///
    /// Asks for the logarithm of the number of elements.
    @inlinable
    package func partitionPoint(_ condition: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
