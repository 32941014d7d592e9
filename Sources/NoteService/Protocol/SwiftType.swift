// SPDX-License-Identifier: MIT
// How an object of the protocol becomes a Swift type of the client.

/// A type of the client: a request, news, or an object in them.
///
/// What names a session is no part of the public form: sessions have other numbers after each connection, so
/// `RemoteSession` alone speaks of them.
struct SwiftType {
    private let name: String
    private let summary: String
    private let fields: [Field]
    /// Whether a program makes it, and it is written; else it is read.
    private let isSent: Bool
    /// What makes a request of it: its name, whether it can be sent again, and what is answered.
    private let request: (name: String, isRepeatable: Bool, answer: Shape)?
    private let nested: [SwiftType]
    /// The name of news.
    private let news: String?

    init(_ method: MethodEntry) {
        name = String(method.type.dropLast("Method".count))
        summary = method.summary
        fields = method.parameters
        isSent = true
        request = (method.name, method.isRepeatable, method.answer)
        nested = Objects(of: method).own.map { SwiftType($0) }
        news = nil
    }

    init(_ news: NotificationEntry) {
        name = news.type
        summary = news.summary
        fields = news.parameters
        isSent = false
        request = nil
        nested = []
        self.news = news.name
    }

    private init(_ object: Objects.Object, nested: [SwiftType] = []) {
        name = object.path.last ?? ""
        summary =
            object.path.last == "Answer" ? "What is answered." : "An object of the protocol of notekitd."
        fields = object.fields
        isSent = object.isSent
        request = nil
        self.nested = nested
        news = nil
    }

    /// The objects that belong to no method alone.
    static var shared: [SwiftType] {
        var all = Objects()
        for method in MethodTable.methods { all.add(Objects(of: method)) }
        for news in MethodTable.notifications {
            for field in news.parameters { all.add(field.shape, isSent: false) }
        }
        return all.shared.filter { $0.path.count == 1 }.map { object in
            SwiftType(
                object,
                nested: all.shared.filter { $0.path.count > 1 && $0.path.first == object.path.last }.map {
                    SwiftType($0)
                })
        }
    }

    // MARK: Writing

    func write(to source: inout SwiftSource) {
        source.documentation(summary)
        let kind = request != nil ? "ServiceCall" : isSent ? "ServiceWritable" : "ServiceReadable"
        source.block("public struct \(name): \(kind), Hashable") { source in
            if let request {
                source.documentation("The name that is sent.")
                source.line("public static let name = \"\(request.name)\"")
                source.documentation(
                    "Whether it may be sent again where nobody knows whether it was carried out.")
                source.line("public static let isRepeatable = \(request.isRepeatable)")
                if case .object(_, let type) = request.answer, let path = Objects.path(of: type),
                    path.count == 1
                {
                    source.documentation("What is answered.")
                    source.line("public typealias Answer = Service.\(path[0])")
                }
                source.line("")
            }
            if let news {
                source.documentation("The name that is sent.")
                source.line("public static let name = \"\(news)\"")
                source.line("")
            }
            for field in fields { write(field, to: &source) }
            if !fields.isEmpty { source.line("") }
            if isSent { writeSending(to: &source) } else { writeReading(to: &source) }
            for type in nested {
                source.line("")
                type.write(to: &source)
            }
            for case .words(let words, let name) in fields.map({ word(in: $0) }) where isSent {
                source.line("")
                source.documentation("The words for `\(name)`.")
                source.block("public enum \(name.asTypeName): String, Sendable") { source in
                    for word in words {
                        source.documentation("`\(word)`.")
                        source.line("case \(word)")
                    }
                }
            }
        }
    }

    private enum Word {
        case none
        case words([String], name: String)
    }

    private func word(in field: Field) -> Word {
        if case .words(let words) = field.shape { .words(words, name: field.name) } else { .none }
    }

    private func write(_ field: Field, to source: inout SwiftSource) {
        source.documentation(field.summary)
        let access = field.isSession ? "" : "public "
        source.line("\(access)\(isSent ? "var" : "let") \(field.name): \(type(of: field))")
    }

    private func writeSending(to source: inout SwiftSource) {
        // A request that only a session makes, or that makes one.
        let isOfSession =
            fields.contains { $0.isSession && !$0.isOptional }
            || nested.contains { $0.name == "Answer" && $0.fields.contains(where: \.isSession) }
        let given = fields.filter { !$0.isSession || !$0.isOptional }
        source.documentation("Makes \(request == nil ? "one" : "the request").")
        let items = given.map { "\($0.name): \(type(of: $0))\($0.isOptional ? " = nil" : "")" }
        source.block("\(isOfSession ? "" : "public ")init(", items, ")") { source in
            for field in given { source.line("self.\(field.name) = \(field.name)") }
        }
        source.line("")
        source.documentation("Writes its members.")
        source.block("public func write(to body: inout ServiceWriter)") { source in
            for field in fields {
                let value = if case .words = field.shape { "\(field.name).rawValue" } else { field.name }
                let line = "body.field(\"\(field.name)\", \(value))"
                source.line(field.isOptional ? "if let \(field.name) { \(line) }" : line)
            }
        }
    }

    private func writeReading(to source: inout SwiftSource) {
        source.documentation("Reads it.")
        source.block("public init(reading object: ServiceObject) throws(ServiceMismatch)") { source in
            for field in fields {
                source.line("\(field.name) = try object.value(\"\(field.name)\")")
            }
        }
    }

    // MARK: Types

    private func type(of field: Field) -> String {
        let type =
            if case .words = field.shape, isSent { field.name.asTypeName } else { Self.type(of: field.shape) }
        return field.isOptional && !type.hasSuffix("?") ? type + "?" : type
    }

    private static func type(of shape: Shape) -> String {
        switch shape {
        case .string, .words: "String"
        // The client makes them itself, and counts.
        case .integer, .identifier: "Int"
        case .truth: "Bool"
        case .array(let element): "[\(type(of: element))]"
        case .nullable(let shape): "\(type(of: shape))?"
        case .object(_, let type):
            "Service." + (Objects.path(of: type) ?? []).joined(separator: ".")
        }
    }
}

extension Field {
    fileprivate var isSession: Bool { name == "session" }
}

/// The objects in shapes, each once.
private struct Objects {
    struct Object {
        /// Its name, the type around it first.
        let path: [String]
        let fields: [Field]
        let isSent: Bool
    }

    private var all: [Object] = []

    init() {}

    init(of method: MethodEntry) {
        for field in method.parameters { add(field.shape, isSent: true) }
        add(method.answer, isSent: false)
        owner = String(method.type.dropLast("Method".count))
    }

    private var owner = ""

    /// Those that belong to the method.
    var own: [Object] { all.filter { $0.path.count == 2 && $0.path[0] == owner } }

    /// Those that belong to none.
    var shared: [Object] {
        let owners = Set(MethodTable.methods.map { String($0.type.dropLast("Method".count)) })
        return all.filter { !owners.contains($0.path[0]) }
    }

    mutating func add(_ other: Objects) {
        for object in other.all where !all.contains(where: { $0.path == object.path }) { all.append(object) }
    }

    mutating func add(_ shape: Shape, isSent: Bool) {
        switch shape {
        case .string, .integer, .truth, .identifier, .words: break
        case .array(let shape), .nullable(let shape): add(shape, isSent: isSent)
        case .object(let fields, let type):
            guard let path = Self.path(of: type), !all.contains(where: { $0.path == path }) else { return }
            all.append(Object(path: path, fields: fields, isSent: isSent))
            for field in fields { add(field.shape, isSent: isSent) }
        }
    }

    /// The name of a type below the module, for the client: a method is called as what it asks for.
    static func path(of type: String) -> [String]? {
        let names = type.split(separator: ".").dropFirst().map { String($0) }
        guard let first = names.first else { return nil }
        let owner = first.hasSuffix("Method") ? String(first.dropLast("Method".count)) : first
        return [owner] + names.dropFirst()
    }
}
