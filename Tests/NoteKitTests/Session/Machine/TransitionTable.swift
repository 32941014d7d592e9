enum TransitionTable { static let lines: [String: String] = [:] }
