// SPDX-License-Identifier: MIT
// Which images were tried, so that each is tried once.

internal import NoteKit
internal import Synchronization

/// Trials of SVG images, with their outcomes. May be asked from many threads: they wait for each other only
/// where they ask for the same image.
final class SVGTrials: Sendable {
    /// Those of this process.
    static let shared = SVGTrials { TrialRun().fault(of: $0) }

    private final class Trial: Sendable {
        enum State { case open, passed, failed(ImageFault) }
        let state = Mutex(State.open)
    }

    /// How many outcomes are kept; then all are forgotten.
    private static let most = 4096

    private let run: @Sendable ([UInt8]) -> ImageFault?
    private let trials = Mutex<[SHA256Digest: Trial]>([:])

    /// - Parameter run: Tries an image; nil when it came through.
    init(_ run: @escaping @Sendable ([UInt8]) -> ImageFault?) { self.run = run }

    /// Why an image must not be drawn; nil when it may.
    func fault(of image: [UInt8]) -> ImageFault? {
        let digest = SHA256Digest(of: image)
        let trial = trials.withLock { trials in
            if let known = trials[digest] { return known }
            if trials.count >= Self.most { trials.removeAll() }
            let new = Trial()
            trials[digest] = new
            return new
        }
        return trial.state.withLock { state in
            switch state {
            case .passed: return nil
            case .failed(let fault): return fault
            case .open: break
            }
            guard let fault = run(image) else {
                state = .passed
                return nil
            }
            switch fault {
            case .broken, .tooSlow: state = .failed(fault)
            // That may be better the next time.
            case .unreadable, .noProgram, .untried: break
            }
            return fault
        }
    }
}
