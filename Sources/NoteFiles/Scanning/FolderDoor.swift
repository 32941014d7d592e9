// SPDX-License-Identifier: MIT
// How a folder of a scan is opened, however deep it lies and however few descriptors there are.

internal import CNoteLinux
internal import Glibc

/// Folders by number, each in another one; number 0 is the root.
protocol FolderChain {
    /// The number of the folder it lies in.
    func parent(ofFolder folder: Int32) -> Int32
    /// Whether its name is a symbolic link.
    func isLink(folder: Int32) -> Bool
    /// Calls `body` with its name in the folder it lies in.
    func withName<Result>(ofFolder folder: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
}

/// Opens folders of a tree one after the other, and holds one open at a time.
///
/// The way leads from the folder that is open where that lies above, else from the root. A way of
/// more bytes than the kernel takes at once is gone in stages. So no more than two descriptors are
/// in use, beside that of the root.
struct FolderDoor: ~Copyable {
    private let root: Int32
    private let calls: any FileCalls
    private var current: Int32?
    private var file: OpenFile?
    private var way: [UInt8] = []

    /// - Parameter root: The descriptor of the root, which stays open as long as the door is used.
    init(root: Int32, calls: any FileCalls) {
        self.root = root
        self.calls = calls
    }

    /// Opens a folder, for listing or as a mere place (`O_PATH`).
    ///
    /// A folder that was found as a folder is not opened through a link that has taken its name.
    ///
    /// System calls: `openat(2)`.
    ///
    /// - Returns: The descriptor, open until the next call; or the negative error number.
    mutating func open(_ folder: Int32, in tree: some FolderChain, listing: Bool) -> Int32 {
        if !listing, current == folder, let number = descriptor { return number }
        var chain: [Int32] = []
        var next = folder
        while next != 0, next != current || next == folder {
            chain.append(next)
            next = tree.parent(ofFolder: next)
        }
        let isBelow = next != 0
        var base = isBelow ? descriptor ?? root : root
        way.removeAll(keepingCapacity: true)
        for (index, step) in chain.enumerated().reversed() {
            let count = tree.withName(ofFolder: step) { $0.count }
            if !way.isEmpty {
                if way.count + count + 2 >= Int(PATH_MAX) {
                    let number = openWay(from: base, cn_O_PATH | cn_O_DIRECTORY | cn_O_CLOEXEC)
                    guard number >= 0 else { return number }
                    hold(number, as: nil)
                    base = number
                    way.removeAll(keepingCapacity: true)
                } else {
                    way.append(UInt8(ascii: "/"))
                }
            }
            tree.withName(ofFolder: chain[index]) { way.append(contentsOf: $0) }
        }
        if way.isEmpty { way.append(UInt8(ascii: ".")) }
        let follows = folder == 0 || tree.isLink(folder: folder)
        let number = openLast(from: base, listing: listing, follows: follows)
        if number >= 0 { hold(number, as: folder) }
        return number
    }

    /// Closes what was open and holds another descriptor: of a folder, or of a stage on the way to one.
    private mutating func hold(_ number: Int32, as folder: Int32?) {
        file = OpenFile(owning: number, calls: calls)
        current = folder
    }

    private var descriptor: Int32? {
        switch file {
        case .some(let file): file.number
        case .none: nil
        }
    }

    private mutating func openLast(from base: Int32, listing: Bool, follows: Bool) -> Int32 {
        let common = cn_O_DIRECTORY | cn_O_CLOEXEC | (follows ? 0 : cn_O_NOFOLLOW)
        guard listing else { return openWay(from: base, common | cn_O_PATH) }
        let number = openWay(from: base, common | O_RDONLY | cn_O_NOATIME)
        return number == -EPERM ? openWay(from: base, common | O_RDONLY) : number
    }

    private mutating func openWay(from base: Int32, _ flags: Int32) -> Int32 {
        if way.last != 0 { way.append(0) }
        let calls = calls
        return way.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: CChar.self) { name in
                // SAFETY: `way` holds at least the zero byte, so it has a base address.
                calls.openat(base, name.baseAddress.unsafelyUnwrapped, flags, 0)
            }
        }
    }
}
