// SPDX-License-Identifier: MIT
// Remembers whether the notes may be seen, tells the screen at once, and asks one prompt at a time.

internal import Synchronization

/// The lock of an app that shows notes.
///
/// The app tells what happens to it (`becameActive()`, ...) from whatever thread it likes and gets the state
/// that follows in return, so that its cover is up before the call that hides the window goes on. `run()`
/// shows the prompts. The lock hides notes from a person at the screen; it encrypts nothing. A note is a
/// file of the vault whatever the lock is: where a device can no longer authenticate, nothing is lost.
///
/// Nothing is read and nothing written: whether the lock is on is the app's to remember (`state.isOn`), in
/// its settings, outside the vault.
public final class AppLockController: Sendable {
    /// Each state after a change, for one reader; a slow one misses all but the newest.
    public let changes: AsyncStream<AppLockState>

    private let current: Mutex<AppLockState>
    private let telling: AsyncStream<AppLockState>.Continuation
    private let purposes: AsyncStream<AuthenticationPurpose>
    private let asking: AsyncStream<AuthenticationPurpose>.Continuation
    private let authenticator: any DeviceAuthenticator
    private let gracePeriod: Duration
    private let now: @Sendable () -> Duration

    /// Makes the lock of an app that is starting. A lock that is on is closed.
    ///
    /// - Parameters:
    ///   - isOn: What the app has remembered; a lock is off until somebody turns it on.
    ///   - gracePeriod: How long the app may be in the background and not lock.
    ///   - authenticator: Who shows the prompts.
    ///   - now: The time, with the time that the machine slept.
    public init(
        isOn: Bool = false, gracePeriod: Duration = .seconds(60),
        authenticator: any DeviceAuthenticator, now: @escaping @Sendable () -> Duration = BootTime.now
    ) {
        current = Mutex(AppLockState(isOn: isOn))
        self.gracePeriod = gracePeriod
        self.authenticator = authenticator
        self.now = now
        (changes, telling) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        // There is never more than one to come.
        (purposes, asking) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The state now.
    public var state: AppLockState { current.withLock { $0 } }

    /// The app is in front and has the keyboard; asks once when it is locked.
    @discardableResult public func becameActive() -> AppLockState { take(.becameActive(at: now())) }

    /// The app is behind something. The cover is due when this returns.
    @discardableResult public func becameInactive() -> AppLockState { take(.becameInactive) }

    /// The app is not to be seen any more. The cover is due when this returns.
    @discardableResult public func enteredBackground() -> AppLockState { take(.enteredBackground(at: now())) }

    /// Asks (again), where it is locked and no prompt is up.
    @discardableResult public func unlock() -> AppLockState { take(.unlock) }

    /// Asks in order to turn the lock on. Where the device cannot authenticate it stays off.
    @discardableResult public func turnOn() -> AppLockState { take(.turnOn) }

    /// Asks in order to turn the lock off; does nothing while it is locked.
    @discardableResult public func turnOff() -> AppLockState { take(.turnOff) }

    /// Shows the prompts, one at a time, until it is cancelled. It is called once.
    ///
    /// A prompt that is due before it is called waits for it. After it has ended every prompt fails as
    /// cancelled, and what is locked stays locked.
    public func run() async {
        for await purpose in purposes {
            // A stream still hands out what it holds when the task is cancelled.
            let answer = Task.isCancelled ? .failed(.ended, at: now()) : await ask(purpose)
            take(answer)
        }
    }

    private func ask(_ purpose: AuthenticationPurpose) async -> AppLockEvent {
        do throws(AuthenticationError) {
            try await authenticator.authenticate(for: purpose)
            return .authenticated(at: now())
        } catch {
            return .failed(error, at: now())
        }
    }

    @discardableResult private func take(_ event: AppLockEvent) -> AppLockState {
        // Told inside, so that nobody hears of two changes in the wrong order.
        current.withLock { state in
            let (next, purpose) = state.stepped(by: event, gracePeriod: gracePeriod)
            let before = state
            state = next
            if let purpose, case .terminated = asking.yield(purpose) {
                state = next.stepped(by: .failed(.ended, at: now()), gracePeriod: gracePeriod).state
            }
            if state != before { telling.yield(state) }
            return state
        }
    }
}
