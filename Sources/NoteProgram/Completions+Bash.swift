// SPDX-License-Identifier: MIT
// Completions for bash.

extension Completions {
    /// A function for `complete -F`. See: `man 1 bash`, "Programmable Completion".
    package var bash: String {
        """
        # Completions for \(program.name), made by '\(program.name) completions bash'.
        _\(program.name)() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
            COMPREPLY=()
            if [[ $COMP_CWORD -eq 1 ]]; then
                mapfile -t COMPREPLY < <(compgen -W \(Self.quoted(firstWords)) -- "$current")
                return
            fi
            # bash splits at '=', so '--flag=value' comes as three words.
            if [[ $current == '=' ]]; then
                current=''
            elif [[ $previous == '=' ]]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            case ${COMP_WORDS[1]} in
        \(program.commands.map(bashCase).joined())    esac
        }
        complete -F _\(program.name) \(program.name)

        """
    }

    private var firstWords: String {
        (program.commands.map(\.name) + program.flags.map(\.dashed)).joined(separator: " ")
    }

    private func bashCase(_ command: CommandDeclaration) -> String {
        let flags = command.flags.map(\.dashed).joined(separator: " ")
        let values = command.flags.compactMap { flag -> String? in
            switch flag.value {
            case .none: return nil
            case .choice(let words):
                return bashAnswer(to: flag.dashed, "-W \(Self.quoted(words.joined(separator: " ")))")
            case .text: return "        \(flag.dashed)) return ;;\n"
            }
        }
        let operand = bashOperands(command.operands)
        // Spaces in a path are quoted, and a folder gets its slash.
        let isPath = command.operands.contains { [.folder, .file].contains($0.kind) }
        return """
                \(command.name))
                    case $previous in
            \(values.joined())        esac
                    if [[ $current == -* ]]; then
                        mapfile -t COMPREPLY < <(compgen -W \(Self.quoted(flags)) -- "$current")
                    else
            \(isPath ? "            compopt -o filenames\n" : "")\
                        mapfile -t COMPREPLY < <(compgen \(operand) -- "$current")
                    fi
                    ;;

            """
    }

    /// What may stand in the place of any operand.
    private func bashOperands(_ operands: [Operand]) -> String {
        let words = operands.flatMap { $0.words ?? [] }
        let kinds = operands.map(\.kind)
        let actions =
            (words.isEmpty ? [] : ["-W \(Self.quoted(words.joined(separator: " ")))"])
            + (kinds.contains(.file) ? ["-f"] : kinds.contains(.folder) ? ["-d"] : [])
        return actions.isEmpty ? "-W ''" : actions.joined(separator: " ")
    }

    private func bashAnswer(to flag: String, _ action: String) -> String {
        """
                \(flag))
                    mapfile -t COMPREPLY < <(compgen \(action) -- "$current")
                    return
                    ;;

        """
    }
}
