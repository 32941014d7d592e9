// SPDX-License-Identifier: MIT
// What libFuzzer calls with each text it makes up. Built by scripts/fuzz, not by the package.

internal import Glibc
internal import SyntaxProof

/// Chance that follows from the text, so that a text alone brings a finding back.
struct ChanceOfText: RandomNumberGenerator {
    private var state: UInt64

    init(_ text: UnsafeBufferPointer<UInt8>) {
        // FNV-1a.
        state = text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Puts one text through the library; what is wrong with the answer ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneText(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = UnsafeBufferPointer(start: start, count: count)
    var examination = SyntaxExamination(using: ChanceOfText(text))
    var fault = examination.fault(in: Array(text), edits: 4)
    #if PLANTED
    // The control: a fault that only a search finds; no text that it starts from has it.
    let words = String(decoding: text, as: UTF8.self)
    if words.contains("[[%") || words.contains("%[[") || words.contains("[[$") { fault = "a planted fault" }
    #endif
    guard let fault else { return 0 }
    let line = Array("fuzz: \(fault)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
}
