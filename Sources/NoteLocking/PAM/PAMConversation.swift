// SPDX-License-Identifier: MIT
// What PAM's modules ask, and what they are told.

internal import CPAM
internal import Glibc

/// Answers the modules of one transaction, on the thread that PAM runs them on.
final class PAMConversation {
    private let password: Password
    /// Whether a module has wanted the password.
    private(set) var wasAsked = false
    /// Whether a module has wanted what a password does not answer.
    private(set) var wasAskedForMore = false
    /// The last that a module had to say.
    private(set) var said: String?

    init(_ password: Password) { self.password = password }

    /// What `pam_conv` calls. See: `man 3 pam_conv`.
    static let callback:
        @convention(c) (
            Int32, UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
            UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?, UnsafeMutableRawPointer?
        ) -> Int32 = { count, messages, answers, talk in
            guard let messages, let answers, let talk, count > 0, count <= PAM_MAX_NUM_MSG else {
                return PAM_CONV_ERR
            }
            // SAFETY: `PAMCheck` passes a conversation that lives until the transaction has ended.
            let conversation = Unmanaged<PAMConversation>.fromOpaque(talk).takeUnretainedValue()
            return conversation.answer(
                UnsafeMutableBufferPointer(start: messages, count: Int(count)), answers)
        }

    /// Answers one round. PAM takes the answers over with `free`, and its modules wipe them.
    private func answer(
        _ messages: UnsafeMutableBufferPointer<UnsafePointer<pam_message>?>,
        _ answers: UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>
    ) -> Int32 {
        guard let memory = calloc(messages.count, MemoryLayout<pam_response>.stride) else {
            return PAM_BUF_ERR
        }
        let made = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: pam_response.self, capacity: messages.count), count: messages.count)
        for (place, message) in messages.enumerated() {
            let result = message.map { answer($0.pointee, into: &made[place]) } ?? PAM_CONV_ERR
            guard result == PAM_SUCCESS else {
                for answer in made { Self.wipe(answer.resp) }
                free(memory)
                return result
            }
        }
        answers.pointee = made.baseAddress
        return PAM_SUCCESS
    }

    private func answer(_ message: pam_message, into answer: inout pam_response) -> Int32 {
        switch message.msg_style {
        case PAM_PROMPT_ECHO_OFF where !wasAsked:
            wasAsked = true
            guard let copy = copiedPassword() else { return PAM_CONV_ERR }
            answer.resp = copy
        case PAM_TEXT_INFO, PAM_ERROR_MSG:
            said = message.msg.map { String(cString: $0) } ?? said
        default:
            wasAskedForMore = true
            return PAM_CONV_ERR
        }
        return PAM_SUCCESS
    }

    /// The password as C has it; nil where C would take it for a shorter one, or PAM for too long.
    private func copiedPassword() -> UnsafeMutablePointer<CChar>? {
        password.withBytes { bytes in
            guard !bytes.contains(0), bytes.count < PAM_MAX_RESP_SIZE, let copy = calloc(bytes.count + 1, 1)
            else { return nil }
            UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: bytes)
            return copy.bindMemory(to: CChar.self, capacity: bytes.count + 1)
        }
    }

    private static func wipe(_ text: UnsafeMutablePointer<CChar>?) {
        guard let text else { return }
        explicit_bzero(text, strlen(text))
        free(text)
    }
}
