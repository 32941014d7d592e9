// SPDX-License-Identifier: MIT
// What a configuration says, where it is looked for, and what systemd and the journal are told.

import Foundation
import Glibc
import NoteKit
import NoteProtocol
import Testing

@testable import NoteService

@Suite("The configuration of the daemon")
struct ServiceConfigurationTests {
    @Test("sets what it names and leaves the rest")
    func values() throws {
        let text = #"{"vaults": ["/a"], "log": "warning", "limits": {"clients": 7, "stall": 1}}"#
        let configuration = try ServiceConfiguration(parsing: Array(text.utf8), of: NotePath("config.json"))
        #expect(configuration.vaults == [NotePath("/a")])
        #expect(configuration.log == .warning)
        var limits = ServiceLimits()
        (limits.clients, limits.stall) = (7, 1)
        #expect(configuration.limits == limits)
    }

    @Test("sets the pause after which notes are saved, and never a shorter limit")
    func pause() throws {
        let file = NotePath("config.json")
        let long = try ServiceConfiguration(parsing: Array(#"{"pause": 60000}"#.utf8), of: file).timing
        #expect((long.pause, long.limit) == (.seconds(60), .seconds(60)))
        let short = try ServiceConfiguration(parsing: Array(#"{"pause": 100}"#.utf8), of: file).timing
        #expect((short.pause, short.limit) == (.milliseconds(100), .seconds(5)))
    }

    @Test("is not needed")
    func missing() throws {
        #expect(try ServiceConfiguration(file: NotePath("/none/config.json")).vaults == [])
    }

    @Test("that is a link to nothing is told")
    func dangling() throws {
        let link = FileManager.default.temporaryDirectory.appendingPathComponent(
            "config-\(UUID().uuidString)")
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: link.path + "-of-nothing")
        defer { unlink(link.path) }
        let error = #expect(throws: ServiceError.self) {
            try ServiceConfiguration(file: NotePath(link.path))
        }
        #expect(error?.code == .configuration)
    }

    @Test("lies below XDG_CONFIG_HOME, or ~/.config where that is no path from the root")
    func place() {
        func place(_ values: [String: String]) -> NotePath? {
            ServiceConfiguration.standardFile { name in values[name].map { NotePath($0) } }
        }
        #expect(place(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == NotePath("/c/notekit/config.json"))
        #expect(place(["XDG_CONFIG_HOME": "c", "HOME": "/h"]) == NotePath("/h/.config/notekit/config.json"))
        #expect(place([:]) == nil)
    }
}

@Suite("The place of the socket")
struct RuntimeFolderTests {
    @Test("is one rule for the daemon and its clients")
    func place() {
        func socket(_ values: [String: String]) -> NotePath {
            RuntimeFolder.standard { name in values[name].map { NotePath($0) } }.socket
        }
        #expect(socket(["XDG_RUNTIME_DIR": "/run/user/7"]) == NotePath("/run/user/7/notekit/notekitd.sock"))
        #expect(
            socket(["XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "/s"])
                == NotePath("/s/notekit/run/notekitd.sock"))
        #expect(socket(["HOME": "/h"]) == NotePath("/h/.local/state/notekit/run/notekitd.sock"))
    }

    @Test("is nobody's where no daemon runs")
    func nobody() {
        let error = #expect(throws: ServiceError.self) {
            try ServiceSocket.connect(in: RuntimeFolder(path: NotePath("/none/notekit")))
        }
        #expect(error?.code == .notRunning)
    }

    @Test("no other user is welcome, not even root")
    func users() {
        #expect(SocketLoop.isWelcome(geteuid()))
        #expect(!SocketLoop.isWelcome(geteuid() + 1))
        #expect(SocketLoop.isWelcome(0) == (geteuid() == 0))
    }
}

@Suite("A line of the log")
struct ServiceLogTests {
    @Test("has a priority for the journal and a name for a terminal, and is one line")
    func lines() {
        #expect(ServiceLog.line(.warning, "a\nb", .journal) == "<4>a b\n")
        #expect(ServiceLog.line(.error, "a", .standardError) == "notekitd: a\n")
    }

    @Test("goes to the journal only where JOURNAL_STREAM names the stream")
    func journal() {
        var facts = stat()
        #expect(fstat(STDERR_FILENO, &facts) == 0)
        #expect(ServiceLog.isJournal(STDERR_FILENO, stream: "\(facts.st_dev):\(facts.st_ino)"))
        #expect(!ServiceLog.isJournal(STDERR_FILENO, stream: "\(facts.st_dev):\(facts.st_ino + 1)"))
        #expect(!ServiceLog.isJournal(STDERR_FILENO, stream: nil))
    }
}

@Suite("What systemd is told")
struct SystemdNotifierTests {
    @Test("the watchdog is fed by the process that it waits for, and by no other")
    func watchdog() {
        func watchdog(_ values: [String: String]) -> Duration? {
            SystemdNotifier(environment: { values[$0] }, process: 7).watchdog
        }
        #expect(watchdog(["WATCHDOG_USEC": "1500000"]) == .milliseconds(1500))
        #expect(watchdog(["WATCHDOG_USEC": "1500000", "WATCHDOG_PID": "7"]) == .milliseconds(1500))
        #expect(watchdog(["WATCHDOG_USEC": "1500000", "WATCHDOG_PID": "8"]) == nil)
        #expect(watchdog(["WATCHDOG_USEC": "0"]) == nil)
        #expect(watchdog([:]) == nil)
    }

    @Test("sockets that were handed to another process are not taken")
    func handedToOthers() throws {
        let environment = ["LISTEN_FDS": "1", "LISTEN_PID": "8"]
        #expect(try ServiceListener(environment: { environment[$0] }, process: 7) == nil)
    }
}
