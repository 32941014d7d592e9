// SPDX-License-Identifier: MIT
// PAM itself, with its own modules, under rules that only these tests see.

import Glibc
import Synchronization
import Testing

@testable import NoteLocking

@Suite("Asking PAM")
struct PAMAuthenticatorTests {
    /// What came of a password under some rules; nil is a success.
    private func failure(
        _ rules: String, password: String? = "open sesame", purpose: AuthenticationPurpose = .unlock
    ) async throws -> AuthenticationError? {
        let folder = try RuleFolder(["test": rules])
        let device = PAMAuthenticator(service: "test", user: "root", folder: folder.path) { _ in
            password.map { text in
                var bytes = Array(text.utf8)
                return Password(wiping: &bytes)
            }
        }
        do throws(AuthenticationError) {
            try await device.authenticate(for: purpose)
            return nil
        } catch {
            return error
        }
    }

    /// Rules that want exactly this password.
    private func rules(wanting password: String, in folder: RuleFolder) throws -> String {
        let script = "#!/bin/sh\n[ \"$(tr -d '\\000')\" = '\(password)' ]\n"
        let path = try folder.write(script, to: "check", mode: 0o755)
        return """
            auth [success=done default=ignore] pam_exec.so quiet expose_authtok \(path)
            auth required pam_deny.so
            account required pam_permit.so
            """
    }

    @Test("gives the modules the password as it was typed", arguments: ["open sesame", "pässwörd €", " "])
    func password(text: String) async throws {
        let scripts = try RuleFolder([:])
        let rules = try rules(wanting: text, in: scripts)
        #expect(try await failure(rules, password: text) == nil)
        #expect(try await failure(rules, password: text + "x")?.code == .denied)
        #expect(try await failure(rules, password: "")?.code == .denied)
    }

    @Test("turns a lock on with the right password")
    func turnOn() async throws {
        let scripts = try RuleFolder([:])
        let rules = try rules(wanting: "a", in: scripts)
        #expect(try await failure(rules, password: "a", purpose: .turnOn) == nil)
        #expect(try await failure(rules, password: "b", purpose: .turnOn)?.code == .denied)
    }

    @Test("denies what C would take for a shorter password, or PAM for a part of one")
    func cut() async throws {
        let scripts = try RuleFolder([:])
        let rules = try rules(wanting: "a", in: scripts)
        #expect(try await failure(rules, password: "a\0b")?.code == .denied)
        #expect(try await failure(rules, password: String(repeating: "a", count: 512))?.code == .denied)
    }

    @Test("needs both the password and the account to be in order")
    func both() async throws {
        let permit = "required pam_permit.so"
        let deny = "required pam_deny.so"
        #expect(try await failure("auth \(permit)\naccount \(permit)") == nil)
        #expect(try await failure("auth \(deny)\naccount \(permit)")?.code == .denied)
        #expect(try await failure("auth \(permit)\naccount \(deny)")?.code == .denied)
    }

    @Test(
        "tells the failures of the modules apart",
        arguments: [
            ("auth", "auth_err", "denied"), ("auth", "user_unknown", "denied"),
            ("auth", "perm_denied", "denied"), ("auth", "cred_insufficient", "denied"),
            ("auth", "maxtries", "locked-out"), ("auth", "authinfo_unavail", "unavailable"),
            ("auth", "service_err", "unavailable"), ("auth", "system_err", "unavailable"),
            ("acct", "acct_expired", "expired"), ("acct", "new_authtok_reqd", "expired"),
            ("acct", "authtok_expired", "expired"), ("acct", "perm_denied", "denied"),
        ])
    func codes(step: String, answer: String, code: String) async throws {
        let rules =
            "auth required pam_debug.so \(step)=\(answer)\naccount required pam_debug.so \(step)=\(answer)"
        #expect(try await failure(rules)?.code.description == code)
    }

    @Test("does not ask the person, and says unavailable, where there are no rules")
    func noRules() async throws {
        let folder = try RuleFolder(["other": "auth required pam_permit.so"])
        let device = PAMAuthenticator(service: "test", user: "root", folder: folder.path) { _ in
            Issue.record("asked")
            return nil
        }
        await #expect(throws: AuthenticationError.self) { try await device.authenticate(for: .unlock) }
        #expect(device.rules() == nil)
    }

    @Test("says unavailable where a module is missing")
    func noModule() async throws {
        let rules = "auth required pam_there_is_none.so\naccount required pam_permit.so"
        #expect(try await failure(rules)?.code == .unavailable)
    }

    @Test("does not turn a lock on where the system lets everybody in")
    func permit() async throws {
        let rules = "auth required pam_permit.so\naccount required pam_permit.so"
        #expect(try await failure(rules, purpose: .turnOn)?.code == .unavailable)
        #expect(try await failure(rules, purpose: .unlock) == nil)
    }

    @Test("is cancelled when the prompt gives no password")
    func cancelled() async throws {
        #expect(try await failure("auth required pam_permit.so", password: nil)?.code == .cancelled)
    }

    @Test("tells what a module had to say")
    func message() async throws {
        let text = try RuleFolder(["text": "The door is being painted."])
        let rules = """
            auth optional pam_echo.so file=\(text.path)/text
            auth required pam_deny.so
            """
        #expect(try await failure(rules)?.description.contains("The door is being painted.") == true)
    }

    @Test("takes the rules of notekit, then of login, and of no other service")
    func services() throws {
        let permit = "auth required pam_permit.so"
        let folder = try RuleFolder(["login": permit, "other": permit, "test": permit])
        let rules = { PAMAuthenticator(service: $0, folder: folder.path) { _ in nil }.rules() }
        #expect(rules("notekit") == "login")
        #expect(rules("test") == "test")
        #expect(rules("none") == nil)
        #expect(rules("../\(folder.path)/test") == nil)
        #expect(rules("") == nil)
        try folder.write(permit, to: "notekit", mode: 0o644)
        #expect(rules("notekit") == "notekit")
    }

    @Test("wipes the password whatever comes of it", arguments: ["permit", "deny"])
    func wiped(module: String) async throws {
        let folder = try RuleFolder(["test": "auth required pam_\(module).so\naccount required pam_permit.so"]
        )
        var bytes = Array("open sesame".utf8)
        let password = Password(wiping: &bytes)
        let device = PAMAuthenticator(service: "test", user: "root", folder: folder.path) { _ in password }
        // Whether it succeeds is not what this test is about.
        do { try await device.authenticate(for: .unlock) } catch {}
        #expect(password.withBytes { Array($0) } == [UInt8](repeating: 0, count: 11))
    }

    @Test("leaves Swift's own threads free while a module blocks")
    func blocks() async throws {
        let scripts = try RuleFolder(["gate": "", "log": ""])
        let gate = open("\(scripts.path)/gate", O_RDONLY)
        #expect(flock(gate, LOCK_EX) == 0)
        let wait = "echo >> '\(scripts.path)/log'; exec flock --shared '\(scripts.path)/gate' true"
        let script = try scripts.write("#!/bin/sh\n\(wait)\n", to: "check", mode: 0o755)
        let rules = "auth required pam_exec.so quiet \(script)\naccount required pam_permit.so"
        // More prompts than Swift has threads, all waiting; and then there is still one to open the gate.
        let count = 16
        let log = "\(scripts.path)/log"
        try await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask {
                    let failure = try await failure(rules)
                    #expect(failure == nil)
                }
            }
            group.addTask {
                await eventually("all wait") {
                    var facts = stat()
                    stat(log, &facts)
                    return facts.st_size == count + 1
                }
                close(gate)
            }
            try await group.waitForAll()
        }
    }
}
