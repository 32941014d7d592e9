// SPDX-License-Identifier: MIT
// What can be asked of notekitd itself. Made by 'notekitd --swift daemon', not by hand.

extension Service {
    /// Comes first, once for each connection. Both sides then speak the lower of their two versions.
    public struct Initialize: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "initialize"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false

        /// The highest version that the client speaks; this is version 1.
        public var protocolVersion: Int
        /// Who the client is.
        public var clientInfo: Service.Initialize.ClientInfo?
        /// The units in which the client can count text, the best first: utf-8, utf-16.
        public var offsets: [String]?

        /// Makes the request.
        public init(
            protocolVersion: Int, clientInfo: Service.Initialize.ClientInfo? = nil, offsets: [String]? = nil
        ) {
            self.protocolVersion = protocolVersion
            self.clientInfo = clientInfo
            self.offsets = offsets
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
            body.field("protocolVersion", protocolVersion)
            if let clientInfo { body.field("clientInfo", clientInfo) }
            if let offsets { body.field("offsets", offsets) }
        }

        /// An object of the protocol of notekitd.
        public struct ClientInfo: ServiceWritable, Hashable {
            /// What the client calls itself, for the log.
            public var name: String
            /// Its version.
            public var version: String?

            /// Makes one.
            public init(name: String, version: String? = nil) {
                self.name = name
                self.version = version
            }

            /// Writes its members.
            public func write(to body: inout ServiceWriter) {
                body.field("name", name)
                if let version { body.field("version", version) }
            }
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The version that is spoken from now on.
            public let protocolVersion: Int
            /// Who answers.
            public let serverInfo: Service.Initialize.ServerInfo
            /// The unit in which text is counted from now on.
            public let offsets: String
            /// The methods that there are.
            public let methods: [String]
            /// The largest message that is taken, in bytes.
            public let largestMessage: Int

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                protocolVersion = try object.value("protocolVersion")
                serverInfo = try object.value("serverInfo")
                offsets = try object.value("offsets")
                methods = try object.value("methods")
                largestMessage = try object.value("largestMessage")
            }
        }

        /// An object of the protocol of notekitd.
        public struct ServerInfo: ServiceReadable, Hashable {
            /// notekitd
            public let name: String
            /// The version of the daemon.
            public let version: String
            /// Its process.
            public let process: Int

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                name = try object.value("name")
                version = try object.value("version")
                process = try object.value("process")
            }
        }
    }

    /// Saves everything and ends the daemon, for all its clients. A client that only wants to leave closes
    /// its connection.
    public struct Shutdown: ServiceCall, Hashable {
        /// The name that is sent.
        public static let name = "shutdown"
        /// Whether it may be sent again where nobody knows whether it was carried out.
        public static let isRepeatable = false

        /// Makes the request.
        public init() {
        }

        /// Writes its members.
        public func write(to body: inout ServiceWriter) {
        }

        /// What is answered.
        public struct Answer: ServiceReadable, Hashable {
            /// The notes that could not be saved; usually none.
            public let unsaved: [Service.Shutdown.Unsaved]

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                unsaved = try object.value("unsaved")
            }
        }

        /// An object of the protocol of notekitd.
        public struct Unsaved: ServiceReadable, Hashable {
            /// The note, from the root.
            public let path: String
            /// Why. Its edits are in the journal, and come back when it is opened.
            public let message: String

            /// Reads it.
            public init(reading object: ServiceObject) throws(ServiceMismatch) {
                path = try object.value("path")
                message = try object.value("message")
            }
        }
    }
}
