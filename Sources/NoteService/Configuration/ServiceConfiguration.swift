// SPDX-License-Identifier: MIT
// What a person may choose about the daemon, and how a mistake in it is told.

internal import Glibc
internal import NoteJSON
package import NoteKit
package import NoteProtocol

/// The configuration: `$XDG_CONFIG_HOME/notekit/config.json`.
package struct ServiceConfiguration: Hashable, Sendable {
    /// The vaults that are opened at the start.
    package var vaults: [NotePath] = []
    /// The limits.
    package var limits = ServiceLimits()
    /// What is less bad is not logged.
    package var log = ServiceLog.Level.info
    /// When sessions save by themselves.
    package var timing = SessionTiming()

    package init() {}

    /// The file of this user: below `~/.config` where `XDG_CONFIG_HOME` is not set to an absolute path.
    package static func standardFile(environment: (String) -> NotePath?) -> NotePath? {
        let name = NotePath("notekit/config.json")
        if let folder = environment("XDG_CONFIG_HOME"), folder.isAbsolute { return folder.appending(name) }
        guard let home = environment("HOME"), home.isAbsolute else { return nil }
        return home.appending(NotePath(".config")).appending(name)
    }

    /// Reads a file. One that is not there says nothing.
    ///
    /// - Throws: `ServiceError` with code `.configuration`, with the line and what is wrong there.
    package init(file: NotePath) throws(ServiceError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try NoteDisk().read(file).bytes
        } catch {
            // A link to nothing was made by somebody who wants a configuration.
            guard error.code != .missing || VaultPlace.facts(of: file) != nil else {
                self.init()
                return
            }
            throw ServiceError(.configuration, "The configuration cannot be read: \(error)")
        }
        try self.init(parsing: bytes, of: file)
    }

    /// Reads the bytes of a file.
    package init(parsing bytes: [UInt8], of file: NotePath) throws(ServiceError) {
        let text = ConfigurationText(bytes, of: file)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw text.error(at: error.offset, error.reason)
        }
        guard case .object(let object) = value else { throw text.error(at: 0, "it is no object") }
        for member in object.members {
            switch member.name {
            case "vaults": vaults = try Self.vaults(member.value, text)
            case "log": log = try Self.level(member.value, text)
            case "pause": timing = try Self.timing(member.value, text)
            case "limits": limits = try Self.limits(member.value, text)
            default: throw text.error(in: member.name, "there is no setting of this name")
            }
        }
    }

    private static func vaults(
        _ value: JSONValue, _ text: ConfigurationText
    ) throws(ServiceError) -> [NotePath] {
        guard case .array(let values) = value else {
            throw text.error(in: "vaults", "it is an array of paths, not \(value.kind)")
        }
        var paths: [NotePath] = []
        for value in values {
            guard case .string(let path) = value, path.hasPrefix("/"), !path.utf8.contains(0) else {
                throw text.error(in: "vaults", "a vault is a path from the root")
            }
            paths.append(NotePath(path))
        }
        return paths
    }

    private static func level(
        _ value: JSONValue, _ text: ConfigurationText
    ) throws(ServiceError) -> ServiceLog.Level {
        switch value {
        case .string("error"): return .error
        case .string("warning"): return .warning
        case .string("notice"): return .notice
        case .string("info"): return .info
        case .string("debug"): return .debug
        default: throw text.error(in: "log", "it is one of error, warning, notice, info, debug")
        }
    }

    /// After how many milliseconds without an edit a note is saved.
    private static func timing(
        _ value: JSONValue, _ text: ConfigurationText
    ) throws(ServiceError) -> SessionTiming {
        let range = 1...3_600_000
        guard case .whole(let number) = value, range.contains(number) else {
            throw text.error(in: "pause", "it is a number of milliseconds from 1 to \(range.upperBound)")
        }
        var timing = SessionTiming()
        timing.pause = .milliseconds(number)
        timing.limit = max(timing.limit, timing.pause)
        return timing
    }

    /// The names of all settings.
    static var names: [String] { ["vaults", "log", "pause", "limits"] + all.keys }

    private struct Limit: Sendable {
        let path: any WritableKeyPath<ServiceLimits, Int> & Sendable
        let range: ClosedRange<Int>
    }

    private static let all: [String: Limit] = [
        "message": Limit(path: \.message, range: 1024...1 << 32),
        "clients": Limit(path: \.clients, range: 1...100_000),
        "sessionsOfClient": Limit(path: \.sessionsOfClient, range: 1...1_000_000),
        "notes": Limit(path: \.notes, range: 1...1_000_000),
        "vaults": Limit(path: \.vaults, range: 1...1_000),
        "requests": Limit(path: \.requests, range: 1...100_000),
        "answers": Limit(path: \.answers, range: 4096...1 << 40),
        "memory": Limit(path: \.memory, range: 4096...1 << 40),
        "stall": Limit(path: \.stall, range: 1...86_400),
        "changes": Limit(path: \.changes, range: 1...10_000_000),
    ]

    private static func limits(
        _ value: JSONValue, _ text: ConfigurationText
    ) throws(ServiceError) -> ServiceLimits {
        guard case .object(let object) = value else {
            throw text.error(in: "limits", "it is an object, not \(value.kind)")
        }
        var limits = ServiceLimits()
        for member in object.members {
            guard let limit = all[member.name] else {
                let names = all.keys.sorted().joined(separator: ", ")
                throw text.error(in: member.name, "there is no such limit; there are: \(names)")
            }
            guard case .whole(let number) = member.value, limit.range.contains(number) else {
                throw text.error(
                    in: member.name,
                    "it is a whole number from \(limit.range.lowerBound) to \(limit.range.upperBound)")
            }
            limits[keyPath: limit.path] = number
        }
        return limits
    }
}

/// The bytes of a configuration, for sentences that name the line.
private struct ConfigurationText {
    private let bytes: [UInt8]
    private let file: NotePath

    init(_ bytes: [UInt8], of file: NotePath) {
        self.bytes = bytes
        self.file = file
    }

    func error(at offset: Int, _ reason: String) -> ServiceError {
        let line = bytes.prefix(offset).count { $0 == 0x0A } + 1
        return ServiceError(
            .configuration, "'\(file)' line \(line): \(reason). The daemon does not start with it.")
    }

    /// The same where a setting is named for the first time.
    func error(in name: String, _ reason: String) -> ServiceError {
        let wanted = Array("\"\(name)\"".utf8)
        let offset = bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? 0
        return error(at: offset, "\(name): \(reason)")
    }
}
