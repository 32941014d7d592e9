// SPDX-License-Identifier: MIT
// What an SVG must get through before it is drawn here: the same drawing, in a process that may die of it.

internal import Glibc

/// Draws SVG images in a process of its own, with limits.
///
/// librsvg follows references on the stack, ends the process at some faults of its own, and has no limit on
/// time: a few kilobytes can kill or stall a program. What came through there, on a small stack, comes through
/// here on a larger one, in about the time and the memory that it took there.
struct TrialRun: Sendable {
    /// A program that is needed, and the package of Debian that has it.
    struct Program: Hashable, Sendable {
        var path: String
        var package: String
    }

    /// Sets the limits of what it becomes.
    var limiter = Program(path: "/usr/bin/prlimit", package: "util-linux")
    /// Draws an SVG from its standard input as PDF.
    var converter = Program(path: "/usr/bin/rsvg-convert", package: "librsvg2-bin")
    /// Of the processor.
    var seconds: rlim_t = 5
    /// Of the clock on the wall.
    var patience = Duration.seconds(10)
    /// In bytes, with all that is mapped.
    var memory: rlim_t = 1 << 30
    /// In bytes; `RoomyThread` has more.
    var stack: rlim_t = 4 << 20
    /// In bytes, of a file that the program writes: fontconfig may write its cache.
    var file: rlim_t = 64 << 20

    /// Tries an image; nil when it came through.
    ///
    /// System calls: `access(2)`, and those of `TrialProcess`.
    func fault(of image: [UInt8]) -> ImageFault? {
        for program in [limiter, converter] where access(program.path, X_OK) != 0 {
            return .noProgram(program)
        }
        let limits = [
            Self.limit("cpu", seconds, RLIMIT_CPU), Self.limit("as", memory, RLIMIT_AS),
            Self.limit("stack", stack, RLIMIT_STACK), Self.limit("fsize", file, RLIMIT_FSIZE), "--core=0",
        ]
        let process = TrialProcess(
            words: [limiter.path] + limits + [converter.path, "--format=pdf"],
            environment: Self.kept.compactMap { name in
                getenv(name).map { "\(name)=\(String(cString: $0))" }
            })
        switch process.run(input: image, patience: patience) {
        case .exited(0): return nil
        case .late, .killed(SIGKILL), .killed(SIGXCPU): return .tooSlow
        case .exited, .killed: return .broken
        case .unknown: return .untried
        }
    }

    /// A limit as prlimit(1) takes it: no higher than what this process may have itself.
    private static func limit(_ name: String, _ wanted: rlim_t, _ kind: __rlimit_resource) -> String {
        var now = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(kind.rawValue), &now) == 0
        return "--\(name)=\(isKnown ? min(wanted, now.rlim_max) : wanted)"
    }

    // What librsvg and fontconfig look at: it must be the same drawing, in the same language and fonts.
    private static let kept = [
        "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "FONTCONFIG_FILE",
        "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "GDK_PIXBUF_MODULE_FILE", "LANG", "LANGUAGE", "LC_ALL",
        "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME",
    ]
}
