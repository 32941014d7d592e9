// SPDX-License-Identifier: MIT
// Completions for zsh.

extension Completions {
    /// A function for the folder of `$fpath`. See: `man 1 zshcompsys`, "_arguments".
    static var zsh: String {
        """
        #compdef notekit
        # Completions for notekit, made by 'notekit completions zsh'.
        _notekit() {
            local -a commands
            commands=(
        \(Program.declarations.map { "        \(quoted("\($0.name):\($0.summary)"))\n" }.joined())    )
            if (( CURRENT == 2 )); then
                if [[ $PREFIX == -* ]]; then
                    _arguments \(Program.flags.map(zshFlag).joined(separator: " "))
                else
                    _describe command commands
                fi
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(Program.declarations.map(zshCase).joined())    esac
        }
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _notekit "$@"
        else
            compdef _notekit notekit
        fi

        """
    }

    private static func zshCase(_ command: CommandDeclaration) -> String {
        let specs = command.flags.map(zshFlag) + command.operands.map(zshOperand)
        return "        \(command.name))\n            _arguments -S \\\n"
            + specs.map { "                \($0)" }.joined(separator: " \\\n") + "\n            ;;\n"
    }

    private static func zshFlag(_ flag: Flag) -> String {
        let text = "[\(bracketed(flag.summary))]"
        return switch flag.value {
        case .none: quoted(flag.dashed + text)
        case .choice(let words):
            quoted("\(flag.dashed)=\(text):\(flag.name):(\(words.joined(separator: " ")))")
        case .text(let word): quoted("\(flag.dashed)=\(text):\(bracketed(word)): ")
        }
    }

    private static func zshOperand(_ operand: Operand) -> String {
        let colons = operand.isRepeated ? "*:" : operand.isOptional ? "::" : ":"
        return switch operand.kind {
        case .folder: quoted("\(colons)\(operand.name):_files -/")
        case .file: quoted("\(colons)\(operand.name):_files")
        case .word: quoted("\(colons)\(operand.name): ")
        case .command, .choice:
            quoted("\(colons)\(operand.name):(\(operand.words?.joined(separator: " ") ?? ""))")
        }
    }

    /// Text in which `_arguments` takes nothing for the end of the explanation.
    private static func bracketed(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
