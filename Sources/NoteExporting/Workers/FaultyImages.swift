// SPDX-License-Identifier: MIT
// Which images a worker ended of, so that each ends one worker and no more.

internal import NoteKit
internal import Synchronization

/// Images that must not be drawn, by their bytes. May be asked from many threads.
final class FaultyImages: Sendable {
    /// How many are kept; then all are forgotten.
    private static let most = 4096

    private struct Known {
        /// By their lengths first: nothing is hashed where no image is known.
        var faults: [Int: [SHA256Digest: ImageFault]] = [:]
        var count = 0
    }

    private let known = Mutex(Known())

    /// Why an image must not be drawn; nil where nothing is known of it.
    func fault(of image: [UInt8]) -> ImageFault? {
        guard let alike = known.withLock({ $0.faults[image.count] }) else { return nil }
        return alike[SHA256Digest(of: image)]
    }

    /// Keeps what is known of an image.
    func keep(_ fault: ImageFault, of image: [UInt8]) {
        let digest = SHA256Digest(of: image)
        known.withLock { known in
            if known.count >= Self.most { known = Known() }
            if known.faults[image.count, default: [:]].updateValue(fault, forKey: digest) == nil {
                known.count += 1
            }
        }
    }
}
