// SPDX-License-Identifier: MIT
// The fields of JSON that the other program sent.

internal import NoteJSON

/// An object of which fields are asked for by name and kind; any other is nonsense.
struct WorkerJSON {
    private let object: JSONObject

    init(_ bytes: [UInt8]) throws(WorkerChannel.Fault) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .nonsense
        }
        try self.init(value)
    }

    private init(_ value: JSONValue) throws(WorkerChannel.Fault) {
        guard case .object(let object) = value else { throw .nonsense }
        self.object = object
    }

    func string(_ name: StaticString) throws(WorkerChannel.Fault) -> String {
        guard case .string(let text) = object[name] else { throw .nonsense }
        return text
    }

    func optionalString(_ name: StaticString) -> String? {
        if case .string(let text) = object[name] { text } else { nil }
    }

    func whole(_ name: StaticString) throws(WorkerChannel.Fault) -> Int {
        guard case .whole(let number) = object[name] else { throw .nonsense }
        return number
    }

    func truth(_ name: StaticString) throws(WorkerChannel.Fault) -> Bool {
        guard case .truth(let truth) = object[name] else { throw .nonsense }
        return truth
    }

    func strings(_ name: StaticString) throws(WorkerChannel.Fault) -> [String] {
        var strings: [String] = []
        for value in try array(name) {
            guard case .string(let text) = value else { throw .nonsense }
            strings.append(text)
        }
        return strings
    }

    func wholes(_ name: StaticString) throws(WorkerChannel.Fault) -> [Int] {
        var numbers: [Int] = []
        for value in try array(name) {
            guard case .whole(let number) = value else { throw .nonsense }
            numbers.append(number)
        }
        return numbers
    }

    func objects(_ name: StaticString) throws(WorkerChannel.Fault) -> [WorkerJSON] {
        var objects: [WorkerJSON] = []
        for value in try array(name) { objects.append(try WorkerJSON(value)) }
        return objects
    }

    private func array(_ name: StaticString) throws(WorkerChannel.Fault) -> [JSONValue] {
        guard case .array(let values) = object[name] else { throw .nonsense }
        return values
    }
}
