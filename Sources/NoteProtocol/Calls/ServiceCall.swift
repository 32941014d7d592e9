// SPDX-License-Identifier: MIT
// What each request of a client can do.

/// A request to the daemon.
public protocol ServiceCall: ServiceWritable {
    /// What is answered.
    associatedtype Answer: ServiceReadable

    /// The name that is sent.
    static var name: String { get }
    /// Whether it may be sent again where nobody knows whether it was carried out.
    static var isRepeatable: Bool { get }
}

/// What is written into a message as an object.
public protocol ServiceWritable: Sendable {
    /// Writes its members.
    ///
    /// - Parameter body: Takes them.
    func write(to body: inout ServiceWriter)
}

/// What is read out of an object of a message.
public protocol ServiceReadable: Sendable {
    /// Reads it.
    ///
    /// - Parameter object: What the daemon sent.
    /// - Throws: `ServiceMismatch` when that is something else.
    init(reading object: ServiceObject) throws(ServiceMismatch)
}
