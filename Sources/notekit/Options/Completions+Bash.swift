// SPDX-License-Identifier: MIT
// Completions for bash.

extension Completions {
    /// A function for `complete -F`. See: `man 1 bash`, "Programmable Completion".
    static var bash: String {
        """
        # Completions for notekit, made by 'notekit completions bash'.
        _notekit() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
            COMPREPLY=()
            if [[ $COMP_CWORD -eq 1 ]]; then
                mapfile -t COMPREPLY < <(compgen -W \(quoted(firstWords)) -- "$current")
                return
            fi
            # bash splits at '=', so '--flag=value' comes as three words.
            if [[ $current == '=' ]]; then
                current=''
            elif [[ $previous == '=' ]]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            case ${COMP_WORDS[1]} in
        \(Program.declarations.map(bashCase).joined())    esac
        }
        complete -F _notekit notekit

        """
    }

    private static var firstWords: String {
        (Program.declarations.map(\.name) + Program.flags.map(\.dashed)).joined(separator: " ")
    }

    private static func bashCase(_ command: CommandDeclaration) -> String {
        let flags = command.flags.map(\.dashed).joined(separator: " ")
        let values = command.flags.compactMap { flag -> String? in
            switch flag.value {
            case .none: return nil
            case .choice(let words):
                return bashAnswer(to: flag.dashed, "-W \(quoted(words.joined(separator: " ")))")
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
                        mapfile -t COMPREPLY < <(compgen -W \(quoted(flags)) -- "$current")
                    else
            \(isPath ? "            compopt -o filenames\n" : "")\
                        mapfile -t COMPREPLY < <(compgen \(operand) -- "$current")
                    fi
                    ;;

            """
    }

    /// What may stand in the place of any operand.
    private static func bashOperands(_ operands: [Operand]) -> String {
        let words = operands.flatMap { $0.words ?? [] }
        let kinds = operands.map(\.kind)
        let actions =
            (words.isEmpty ? [] : ["-W \(quoted(words.joined(separator: " ")))"])
            + (kinds.contains(.file) ? ["-f"] : kinds.contains(.folder) ? ["-d"] : [])
        return actions.isEmpty ? "-W ''" : actions.joined(separator: " ")
    }

    private static func bashAnswer(to flag: String, _ action: String) -> String {
        """
                \(flag))
                    mapfile -t COMPREPLY < <(compgen \(action) -- "$current")
                    return
                    ;;

        """
    }
}
