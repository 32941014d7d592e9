// SPDX-License-Identifier: MIT
// A growing run of plain values that the parser writes and reads without checks or reference counts.

/// A growable buffer of plain values, owned by one parser.
///
/// Nothing is allocated before the first value. `base` is valid for `count` values and moves when
/// the buffer grows, so it is never kept across an `append`.
struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity = 0

    init() { base = .nowhere }

    deinit { if capacity > 0 { base.deallocate() } }

    @inline(__always)
    subscript(index: Int) -> Element {
        get { base[index] }
        nonmutating set { base[index] = newValue }
    }

    var last: Element { base[count - 1] }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        (base + count).initialize(to: element)
        count += 1
    }

    /// Room for values up to `size`, which the caller then writes through `base`.
    mutating func resize(to size: Int) {
        if size > capacity { grow(to: size) }
        count = size
    }

    mutating func reserve(_ size: Int) {
        if size > capacity { grow(to: size) }
    }

    @inline(__always)
    mutating func truncate(to size: Int) { count = size }

    @inline(never)
    private mutating func grow(to size: Int) {
        let larger = max(size, capacity * 2, 32)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        if capacity > 0 {
            moved.moveInitialize(from: base, count: count)
            base.deallocate()
        }
        base = moved
        capacity = larger
    }
}

extension UnsafeMutablePointer {
    /// The place of a run of nothing, which is never read.
    static var nowhere: Self {
        // SAFETY: the address is not 0, and nobody reads what is empty.
        Self(bitPattern: MemoryLayout<Pointee>.alignment).unsafelyUnwrapped
    }
}

extension UnsafePointer {
    /// The place of a run of nothing, which is never read.
    static var nowhere: Self { Self(UnsafeMutablePointer<Pointee>.nowhere) }
}
