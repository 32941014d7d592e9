// SPDX-License-Identifier: MIT
// What a program may choose about its connection with the daemon.

/// How a client works.
public struct NoteClientOptions: Sendable {
    /// Where the socket lies.
    public var folder = RuntimeFolder.standard
    /// How long an answer is waited for where a call says nothing else, and how long a daemon that takes nobody.
    public var patience = Duration.seconds(30)
    /// Whether a connection that was lost is made anew.
    public var reconnects = true
    /// After a failure to connect it is tried again this much later, then after twice the time, and so on.
    public var firstRetry = Duration.milliseconds(50)
    /// But at least this often.
    public var lastRetry = Duration.seconds(5)
    /// How many pieces of news wait at most; then they are replaced by one that says so.
    public var newsLimit = 1024
    /// Whether text is counted in UTF-16 code units instead of UTF-8 bytes.
    public var countsUTF16 = false
    /// How to come to a connected socket in place of the one in `folder`.
    package var door: (@Sendable () throws(ServiceError) -> Int32)?
    /// The clock for all times.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The usual choices.
    public init() {}

    /// Comes to a connected socket.
    func connect() throws(ServiceError) -> Int32 {
        guard let door else { return try ServiceSocket.connect(in: folder) }
        return try door()
    }
}
