// SPDX-License-Identifier: MIT
// What a connection needs to know of whoever takes its messages.

/// Who takes what comes in over one connection. Called from the thread of the socket loop, which must not wait.
protocol MessageReceiver: AnyObject, Sendable {
    /// Takes a whole message.
    func take(_ message: [UInt8])
    /// Whether it has room for more messages.
    var wantsMore: Bool { get }
    /// What was sent has gone out, and there is room for news.
    func hasRoom()
    /// Nothing more will come; what was asked is still to be answered.
    func inputEnded()
    /// Nobody is there any more who reads what is sent. More may come that was sent before.
    func nobodyReads()
    /// The connection is gone.
    func ended(_ reason: String)
}
