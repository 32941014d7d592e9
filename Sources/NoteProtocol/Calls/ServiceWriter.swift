// SPDX-License-Identifier: MIT
// How the members of a request become JSON.

internal import NoteJSON

/// Takes the members of a request.
public struct ServiceWriter {
    private var json = JSONWriter()

    /// An object with the members of a value.
    static func object(_ value: some ServiceWritable) -> [UInt8] {
        var writer = ServiceWriter()
        writer.object(value)
        return writer.json.bytes
    }

    private mutating func object(_ value: some ServiceWritable) {
        json.object { json in
            var members = ServiceWriter(json: json)
            value.write(to: &members)
            json = members.json
        }
    }

    private init() {}

    private init(json: JSONWriter) { self.json = json }

    mutating func field(_ name: String, _ value: String) { json.field(name, value) }
    mutating func field(_ name: String, _ value: Int) { json.field(name, value) }
    mutating func field(_ name: String, _ value: Bool) { json.field(name, value) }

    mutating func field(_ name: String, _ value: [String]) {
        json.field(name) { json in json.array(value) { $0.string($1) } }
    }

    mutating func field(_ name: String, _ value: [Int]) {
        json.field(name) { json in json.array(value) { $0.number($1) } }
    }

    mutating func field(_ name: String, _ value: some ServiceWritable) {
        json.field(name) { json in
            var writer = ServiceWriter(json: json)
            writer.object(value)
            json = writer.json
        }
    }

    mutating func field(_ name: String, _ values: [some ServiceWritable]) {
        json.field(name) { json in
            json.array(values) { json, value in
                var writer = ServiceWriter(json: json)
                writer.object(value)
                json = writer.json
            }
        }
    }
}
