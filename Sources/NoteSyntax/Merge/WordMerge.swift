// SPDX-License-Identifier: MIT
// How a line that both sides changed is merged word by word.

/// Merges three forms of a line.
enum WordMerge {
    /// The merged line.
    ///
    /// - Returns: nil when changes of both sides touch without being the same change.
    static func merged(
        base: Range<Int>, of baseText: UnsafeBufferPointer<UInt8>,
        mine: Range<Int>, of myText: UnsafeBufferPointer<UInt8>,
        theirs: Range<Int>, of theirText: UnsafeBufferPointer<UInt8>, spending budget: inout Int
    ) -> [UInt8]? {
        let baseWords = WordScanner.words(in: base, of: baseText)
        let myWords = WordScanner.words(in: mine, of: myText)
        let theirWords = WordScanner.words(in: theirs, of: theirText)
        var numbering = LineNumbering()
        func numbers(_ words: [Range<Int>], _ text: UnsafeBufferPointer<UInt8>) -> [Int] {
            words.map { numbering.number(of: UnsafeBufferPointer(rebasing: text[$0])) }
        }
        let was = numbers(baseWords, baseText)
        let (says, otherSays) = (numbers(myWords, myText), numbers(theirWords, theirText))
        var my = SequenceDifference.hunks(from: was, to: says, spending: &budget)[...]
        var their = SequenceDifference.hunks(from: was, to: otherSays, spending: &budget)[...]
        guard budget > 0 else { return nil }

        var result: [UInt8] = []
        var done = 0
        func add(_ words: ArraySlice<Range<Int>>, _ text: UnsafeBufferPointer<UInt8>) {
            for word in words { result += text[word] }
        }
        while !my.isEmpty || !their.isEmpty {
            let hunk: DifferenceHunk
            let words: ArraySlice<Range<Int>>
            let text: UnsafeBufferPointer<UInt8>
            if let mine = my.first, let theirs = their.first, mine.old == theirs.old,
                says[mine.new] == otherSays[theirs.new]
            {
                (hunk, words, text) = (mine, myWords[mine.new], myText)
                my.removeFirst()
                their.removeFirst()
            } else if let mine = my.first, mine.old.upperBound < their.first?.old.lowerBound ?? Int.max {
                (hunk, words, text) = (mine, myWords[mine.new], myText)
                my.removeFirst()
            } else if let theirs = their.first, theirs.old.upperBound < my.first?.old.lowerBound ?? Int.max {
                (hunk, words, text) = (theirs, theirWords[theirs.new], theirText)
                their.removeFirst()
            } else {
                return nil
            }
            // The same change of both sides may still touch one that only one of them made.
            if let next = [my.first, their.first].compactMap({ $0?.old.lowerBound }).min(),
                next <= hunk.old.upperBound
            {
                return nil
            }
            add(baseWords[done..<hunk.old.lowerBound], baseText)
            add(words, text)
            done = hunk.old.upperBound
        }
        add(baseWords[done...], baseText)
        return result
    }
}
