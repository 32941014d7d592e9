// SPDX-License-Identifier: MIT
// Every event in every state of an app lock, and what must hold after a great many of them.

import Testing

@testable import NoteLocking

@Suite("The policy of an app lock")
struct AppLockStateTests {
    private static let wrong = AuthenticationError(.denied)
    private static let minute = Duration.seconds(60)

    /// The state after some events, and the prompts that they led to.
    private func play(
        isOn: Bool = true, gracePeriod: Duration = minute, _ events: AppLockEvent...
    ) -> (state: AppLockState, asked: [AuthenticationPurpose]) {
        var state = AppLockState(isOn: isOn)
        var asked: [AuthenticationPurpose] = []
        for event in events {
            let step = state.stepped(by: event, gracePeriod: gracePeriod)
            state = step.state
            if let purpose = step.asks { asked.append(purpose) }
        }
        return (state, asked)
    }

    private let active = AppLockEvent.becameActive(at: .zero)
    private let success = AppLockEvent.authenticated(at: .zero)
    private let failure = AppLockEvent.failed(wrong, at: .zero)

    @Test("is off by default, and then covers and asks nothing")
    func off() {
        let (state, asked) = play(
            isOn: AppLockState().isOn, active, .becameInactive, .enteredBackground(at: .seconds(1)),
            .becameActive(at: .seconds(9999)), .unlock)
        #expect(state.lock == .off(nil))
        #expect(state.showsNotes)
        #expect(asked == [])
    }

    @Test("is locked at the start when it is on, before the app is active")
    func start() {
        #expect(AppLockState(isOn: true).isLocked)
        #expect(!AppLockState(isOn: true).showsNotes)
    }

    @Test("asks once when the app becomes active, and shows the notes after a success")
    func unlocks() {
        #expect(play(active).asked == [.unlock])
        #expect(!play(active).state.showsNotes)
        let (state, asked) = play(active, success)
        #expect(state.showsNotes)
        #expect(asked == [.unlock])
    }

    @Test("covers the notes at once when the app is inactive or in the background")
    func cover() {
        #expect(!play(active, success, .becameInactive).state.showsNotes)
        #expect(!play(active, success, .enteredBackground(at: .zero)).state.showsNotes)
        #expect(!play(active, success, .becameInactive).state.isLocked)
    }

    @Test("does not lock for being inactive, however long")
    func inactive() {
        let (state, asked) = play(active, success, .becameInactive, .becameActive(at: .seconds(99999)))
        #expect(state.showsNotes)
        #expect(asked == [.unlock])
    }

    @Test(
        "locks after being in the background for longer than the grace period",
        arguments: [(60, false), (61, true), (-1, true)])
    func grace(seconds: Int, locks: Bool) {
        let away = AppLockEvent.enteredBackground(at: .seconds(100))
        let back = AppLockEvent.becameActive(at: .seconds(100 + seconds))
        // On the way back an app is inactive first.
        for between in [away, AppLockEvent.becameInactive] {
            let (state, asked) = play(active, success, .becameInactive, away, between, back)
            #expect(state.isLocked == locks)
            #expect(asked == (locks ? [.unlock, .unlock] : [.unlock]))
        }
    }

    @Test("counts from the first notice of the background")
    func firstNotice() {
        let (state, _) = play(
            active, success, .enteredBackground(at: .seconds(1)), .enteredBackground(at: .seconds(50)),
            .becameActive(at: .seconds(70)))
        #expect(state.isLocked)
    }

    @Test("locks at once in the background when there is no grace", arguments: [0, -5])
    func noGrace(seconds: Int) {
        let (state, _) = play(
            gracePeriod: .seconds(seconds), active, success, .enteredBackground(at: .seconds(100)))
        #expect(state.isLocked)
    }

    @Test("does not lock again because its prompt made the app inactive")
    func promptIsNoReason() {
        for answer in [success, failure] {
            let (before, one) = play(active, .becameInactive, answer, active)
            let (after, two) = play(active, .becameInactive, active, answer)
            #expect(one == [.unlock])
            #expect(two == [.unlock])
            #expect(before.isLocked == (answer == failure))
            #expect(after.isLocked == (answer == failure))
        }
    }

    @Test("does not lock again because its prompt put the app into the background")
    func fullScreenPrompt() {
        let (state, asked) = play(
            active, .enteredBackground(at: .zero), .authenticated(at: .seconds(500)),
            .becameActive(at: .seconds(501)))
        #expect(state.showsNotes)
        #expect(asked == [.unlock])
    }

    @Test("stays locked after a failure, and can be tried again")
    func again() {
        let failed = play(active, failure)
        #expect(failed.state.isLocked)
        #expect(failed.state.failure == Self.wrong)
        let (state, asked) = play(active, failure, .unlock, success)
        #expect(state.showsNotes)
        #expect(state.failure == nil)
        #expect(asked == [.unlock, .unlock])
    }

    @Test("asks by itself again only after the app was in the background")
    func asksAnew() {
        #expect(play(active, failure, .becameInactive, active).asked == [.unlock])
        #expect(play(active, failure, .enteredBackground(at: .zero), active).asked == [.unlock, .unlock])
    }

    @Test("never asks twice at the same time", arguments: [AppLockEvent.unlock, .turnOn, .turnOff])
    func once(event: AppLockEvent) {
        #expect(play(active, event, .becameInactive, active, event).asked == [.unlock])
        #expect(play(isOn: false, active, .turnOn, event, active).asked == [.turnOn])
        #expect(play(active, success, .turnOff, event, active).asked == [.unlock, .turnOff])
    }

    @Test("is turned on and off by an authentication only")
    func turning() {
        #expect(!play(isOn: false, active, .turnOn).state.isOn)
        #expect(!play(isOn: false, active, .turnOn, failure).state.isOn)
        #expect(play(isOn: false, active, .turnOn, success).state.lock == .open(nil))
        #expect(play(active, success, .turnOff).state.isOn)
        #expect(play(active, success, .turnOff, failure).state.lock == .open(Self.wrong))
        #expect(play(active, success, .turnOff, success).state.lock == .off(nil))
    }

    @Test("cannot be turned off while locked")
    func lockedStaysOn() {
        #expect(play(active, failure, .turnOff).asked == [.unlock])
        #expect(play(active, failure, .turnOff).state.isOn)
    }

    @Test("locks when it was to be turned off and the app was away too long")
    func turningOffAway() {
        let away = AppLockEvent.enteredBackground(at: .zero)
        let late = AppLockEvent.becameActive(at: .seconds(61))
        let (state, asked) = play(active, success, .turnOff, away, late)
        #expect(state.isLocked)
        #expect(asked == [.unlock, .turnOff])
        #expect(play(active, success, .turnOff, away, late, success).state.lock == .open(nil))
        let failedThere = AppLockEvent.failed(Self.wrong, at: .seconds(61))
        #expect(play(active, success, .turnOff, away, failedThere).state.isLocked)
    }

    @Test("ignores an answer that nobody asked for", arguments: [true, false])
    func stray(isOn: Bool) {
        #expect(play(isOn: isOn, success).state == AppLockState(isOn: isOn))
        #expect(play(isOn: isOn, failure).state == AppLockState(isOn: isOn))
    }

    @Test("holds its promises through a million random events")
    func random() {
        var numbers = SplitMix(seed: 6)
        var state = AppLockState(isOn: false)
        var now = Duration.seconds(1)
        var awaySince: Duration?
        var asking = false
        for _ in 0..<1_000_000 {
            now += .seconds(numbers.next(below: 40))
            let event = Self.event(numbers.next(below: 8), at: now)
            let (next, asks) = state.stepped(by: event, gracePeriod: Self.minute)
            if asks != nil {
                guard !asking, next.isAsking else { return #expect(Bool(false), "two prompts") }
                asking = true
            }
            switch event {
            case .authenticated: asking = false
            case .failed: asking = false
            case .enteredBackground: awaySince = awaySince ?? now
            case .becameActive:
                let tooLong = awaySince.map { now - $0 > Self.minute } ?? false
                if tooLong && next.isOn && !next.isLocked { return #expect(Bool(false), "not locked") }
                awaySince = nil
            default: break
            }
            if case .authenticated = event {
                if awaySince != nil && state.isAsking { awaySince = now }
            } else if next.isOn != state.isOn {
                return #expect(Bool(false), "\(event) turned the lock from \(state)")
            }
            let isHidden = next.isOn && (next.place != .active || next.isLocked)
            guard isHidden == !next.showsNotes, asking == next.isAsking else {
                return #expect(Bool(false), "\(next) after \(event)")
            }
            state = next
        }
    }

    private static func event(_ number: Int, at now: Duration) -> AppLockEvent {
        switch number {
        case 0: .becameActive(at: now)
        case 1: .becameInactive
        case 2: .enteredBackground(at: now)
        case 3: .unlock
        case 4: .turnOn
        case 5: .turnOff
        case 6: .authenticated(at: now)
        default: .failed(wrong, at: now)
        }
    }
}
