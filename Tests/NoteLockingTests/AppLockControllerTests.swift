// SPDX-License-Identifier: MIT
// The lock of an app with its prompts, its clock and its screen.

import Synchronization
import Testing

@testable import NoteLocking

@Suite("The lock of an app")
struct AppLockControllerTests {
    private let device = TestAuthenticator()

    private func whileRunning(
        _ lock: AppLockController, _ body: () async throws -> Void
    ) async rethrows {
        let running = Task { await lock.run() }
        try await body()
        running.cancel()
        await running.value
    }

    @Test("covers before the call that tells it returns")
    func cover() async {
        let lock = AppLockController(isOn: true, authenticator: device)
        await whileRunning(lock) {
            #expect(!lock.becameActive().showsNotes)
            await eventually("the prompt") { device.answer(nil) }
            await eventually("the notes") { lock.state.showsNotes }
            #expect(!lock.becameInactive().showsNotes)
            #expect(lock.becameActive().showsNotes)
            #expect(!lock.enteredBackground().showsNotes)
        }
    }

    @Test("asks once, however often it is told that the app is active")
    func once() async {
        let lock = AppLockController(isOn: true, authenticator: device)
        await whileRunning(lock) {
            await withTaskGroup { group in
                for _ in 0..<200 {
                    group.addTask {
                        lock.becameActive()
                        lock.unlock()
                        lock.becameInactive()
                    }
                }
            }
            await eventually("the prompt") { device.answer(AuthenticationError(.denied)) }
            await eventually("the failure") { lock.state.failure?.code == .denied }
            lock.unlock()
            await eventually("the second prompt") { device.answer(nil) }
            await eventually("the success") { !lock.state.isLocked }
        }
        #expect(device.purposes == [.unlock, .unlock])
        #expect(!device.overlapped)
    }

    @Test("measures the time in the background with the clock it is given")
    func clock() async {
        let now = Mutex(Duration.seconds(5))
        let lock = AppLockController(
            isOn: true, gracePeriod: .seconds(30), authenticator: device,
            now: { now.withLock { $0 } })
        await whileRunning(lock) {
            lock.becameActive()
            await eventually("the prompt") { device.answer(nil) }
            await eventually("the notes") { lock.state.showsNotes }
            lock.enteredBackground()
            now.withLock { $0 += .seconds(30) }
            #expect(lock.becameActive().showsNotes)
            lock.enteredBackground()
            now.withLock { $0 += .seconds(31) }
            #expect(lock.becameActive().isLocked)
            await eventually("the prompt again") { device.answer(nil) }
            await eventually("the notes again") { lock.state.showsNotes }
        }
    }

    @Test("stays off on a device that cannot ask")
    func unavailable() async {
        let lock = AppLockController(authenticator: device)
        await whileRunning(lock) {
            lock.becameActive()
            lock.turnOn()
            await eventually("the question") { device.answer(AuthenticationError(.unavailable)) }
            await eventually("the refusal") { lock.state.failure?.code == .unavailable }
        }
        #expect(!lock.state.isOn)
        #expect(lock.state.showsNotes)
    }

    @Test("stays locked when the device can no longer ask, and says where the notes are")
    func vanished() async throws {
        let lock = AppLockController(isOn: true, authenticator: device)
        await whileRunning(lock) {
            lock.becameActive()
            await eventually("the question") { device.answer(AuthenticationError(.unavailable)) }
            await eventually("the refusal") { lock.state.failure != nil }
        }
        #expect(lock.state.isLocked)
        let failure = try #require(lock.state.failure)
        #expect(failure.description.contains("they are files in the vault's folder"))
    }

    @Test("stays locked when it is cancelled under its prompt, and asks nobody any more")
    func cancelled() async {
        let lock = AppLockController(isOn: true, authenticator: device)
        let running = Task { await lock.run() }
        lock.becameActive()
        await eventually("the prompt") { !device.purposes.isEmpty }
        running.cancel()
        await running.value
        #expect(lock.state.isLocked)
        #expect(!lock.state.isAsking)
        #expect(lock.unlock().failure?.code == .cancelled)
        #expect(device.purposes == [.unlock])
    }

    @Test("shows no prompt that was due before it was cancelled")
    func cancelledBefore() async {
        let lock = AppLockController(isOn: true, authenticator: device)
        lock.becameActive()
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await lock.run()
        }.value
        #expect(lock.state.lock == .locked(.ended))
        #expect(device.purposes == [])
    }

    @Test("keeps a prompt that is due before it runs")
    func beforeRunning() async {
        let lock = AppLockController(isOn: true, authenticator: device)
        lock.becameActive()
        await whileRunning(lock) {
            await eventually("the prompt") { device.answer(nil) }
            await eventually("the notes") { lock.state.showsNotes }
        }
    }

    @Test("tells the newest state to whoever listens")
    func changes() async {
        let lock = AppLockController(isOn: true, authenticator: device)
        lock.becameActive()
        lock.becameInactive()
        var heard = lock.changes.makeAsyncIterator()
        #expect(await heard.next() == lock.state)
    }

    @Test("takes a clock that counts while the machine sleeps")
    func bootTime() {
        let one = BootTime.now()
        #expect(one > .zero)
        #expect(BootTime.now() >= one)
    }
}
