// SPDX-License-Identifier: MIT
// Completions for zsh.

extension Completions {
    /// A function for the folder of `$fpath`. See: `man 1 zshcompsys`, "_arguments".
    package var zsh: String {
        """
        #compdef \(program.name)
        # Completions for \(program.name), made by '\(program.name) completions zsh'.
        _\(program.name)() {
            local -a commands
            commands=(
        \(program.commands.map { "        \(Self.quoted("\($0.name):\($0.summary)"))\n" }.joined())    )
            if (( CURRENT == 2 )); then
                if [[ $PREFIX == -* ]]; then
                    _arguments \(program.flags.map(zshFlag).joined(separator: " "))
                else
                    _describe command commands
                fi
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT-- ))
            case $command in
        \(program.commands.map(zshCase).joined())    esac
        }
        if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
            _\(program.name) "$@"
        else
            compdef _\(program.name) \(program.name)
        fi

        """
    }

    private func zshCase(_ command: CommandDeclaration) -> String {
        let specs = command.flags.map(zshFlag) + command.operands.map(zshOperand)
        return "        \(command.name))\n            _arguments -S \\\n"
            + specs.map { "                \($0)" }.joined(separator: " \\\n") + "\n            ;;\n"
    }

    private func zshFlag(_ flag: Flag) -> String {
        let text = "[\(bracketed(flag.summary))]"
        return switch flag.value {
        case .none: Self.quoted(flag.dashed + text)
        case .choice(let words):
            Self.quoted("\(flag.dashed)=\(text):\(flag.name):(\(words.joined(separator: " ")))")
        case .text(let word): Self.quoted("\(flag.dashed)=\(text):\(bracketed(word)): ")
        }
    }

    private func zshOperand(_ operand: Operand) -> String {
        let colons = operand.isRepeated ? "*:" : operand.isOptional ? "::" : ":"
        return switch operand.kind {
        case .folder: Self.quoted("\(colons)\(operand.name):_files -/")
        case .file: Self.quoted("\(colons)\(operand.name):_files")
        case .word: Self.quoted("\(colons)\(operand.name): ")
        case .choice, .name:
            Self.quoted("\(colons)\(operand.name):(\(operand.words?.joined(separator: " ") ?? ""))")
        }
    }

    /// Text in which `_arguments` takes nothing for the end of the explanation.
    private func bracketed(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
