// SPDX-License-Identifier: MIT
// What comes of each event in each state of a session: the state and the status after it, and what is wanted.

/// The table of `TransitionTests`. Of a pair that is not in it nothing comes.
enum TransitionTable {
    private static let table = #"""
        loading
            edit                      refused: not-open
            whole text                refused: not-open
            undo                      refused: not-open
            redo                      refused: not-open
            save                      refused: not-open
            choose mine               refused: not-open
            choose theirs             refused: not-open
            choose both               refused: not-open
            choose merged             refused: not-open
            moved                     loading reading; loading; tell moved
            opened                    open; ready; tell status
            opened, gone              open; missing; tell status
            opened, spoiled           unreadable; unreadable; tell status
            opened, edits             open; editing; journal 1 on 'a', tell 1..<1 'x', tell recovered, tell status
            opened, edits of another  conflict 'b'; changedElsewhere; journal 1 on 'a', tell 1..<1 'x', tell recovered, tell conflict, tell status
            found as it was           open; ready; tell status
            found mine                open; ready; tell status
            found theirs              open; ready; tell status
            found others              open; ready; tell status
            found nothing             open; missing; tell status
            found spoiled             unreadable; unreadable; tell status
            not read                  loading; failed; tell status
        not read
            edit           refused: not-open
            whole text     refused: not-open
            undo           refused: not-open
            redo           refused: not-open
            save           refused: not-open
            choose mine    refused: not-open
            choose theirs  refused: not-open
            choose both    refused: not-open
            choose merged  refused: not-open
            close          closed; failed; end
            hint           loading reading; failed; read
            moved          loading reading; failed; tell moved, read
            tick           loading reading; failed; read
        ready
            edit           open; editing; journal 1 on 'a', tell 0..<0 'z', tell status
            whole text     open; editing; journal 1 on 'a', tell 0..<1 'q', tell status
            undo           refused: nothing-to-undo
            redo           refused: nothing-to-undo
            choose mine    refused: no-conflict
            choose theirs  refused: no-conflict
            choose both    refused: no-conflict
            choose merged  refused: no-conflict
            close          closed; ready; end
            hint           open reading; ready; read
            moved          open reading; ready; tell moved, read
        looking
            edit                      open reading; editing; journal 1 on 'a', tell 0..<0 'z', tell status
            whole text                open reading; editing; journal 1 on 'a', tell 0..<1 'q', tell status
            undo                      refused: nothing-to-undo
            redo                      refused: nothing-to-undo
            choose mine               refused: no-conflict
            choose theirs             refused: no-conflict
            choose both               refused: no-conflict
            choose merged             refused: no-conflict
            moved                     open reading; ready; tell moved
            opened                    open; ready
            opened, gone              open; ready
            opened, spoiled           unreadable; unreadable; tell status
            opened, edits             open; ready
            opened, edits of another  open; ready; tell outside 0..<1 'b'
            found as it was           open; ready
            found mine                open; ready; tell outside 1..<1 'x'
            found theirs              open; ready; tell outside 0..<1 'b'
            found others              open; ready; tell outside 0..<1 'c'
            found nothing             open; ready
            found spoiled             unreadable; unreadable; tell status
            not read                  open; failed; tell status
        gone?
            edit           open; editing; journal 1 on 'a', tell 0..<0 'z', tell status
            whole text     open; editing; journal 1 on 'a', tell 0..<1 'q', tell status
            undo           refused: nothing-to-undo
            redo           refused: nothing-to-undo
            choose mine    refused: no-conflict
            choose theirs  refused: no-conflict
            choose both    refused: no-conflict
            choose merged  refused: no-conflict
            hint           open reading; ready; read
            moved          open reading; ready; tell moved, read
            tick           open reading; ready; read
        missing
            edit           open; editing; journal 1 on nothing, tell 0..<0 'z', tell status
            whole text     open; editing; journal 1 on nothing, tell 0..<0 'q', tell status
            undo           refused: nothing-to-undo
            redo           refused: nothing-to-undo
            choose mine    refused: no-conflict
            choose theirs  refused: no-conflict
            choose both    refused: no-conflict
            choose merged  refused: no-conflict
            close          closed; missing; end
            hint           open reading; missing; read
            moved          open reading; missing; tell moved, read
        unreadable
            edit           refused: unreadable
            whole text     refused: unreadable
            undo           refused: unreadable
            redo           refused: unreadable
            save           refused: unreadable
            choose mine    refused: unreadable
            choose theirs  refused: unreadable
            choose both    refused: unreadable
            choose merged  refused: unreadable
            close          closed; unreadable; end
            hint           unreadable reading; unreadable; read
            moved          unreadable reading; unreadable; tell moved, read
        unreadable, looking
            edit                      refused: unreadable
            whole text                refused: unreadable
            undo                      refused: unreadable
            redo                      refused: unreadable
            save                      refused: unreadable
            choose mine               refused: unreadable
            choose theirs             refused: unreadable
            choose both               refused: unreadable
            choose merged             refused: unreadable
            moved                     unreadable reading; unreadable; tell moved
            opened                    open; ready; tell outside 0..<0 'a', tell status
            opened, gone              unreadable; unreadable
            opened, spoiled           unreadable; unreadable
            opened, edits             open; ready; tell outside 0..<0 'a', tell status
            opened, edits of another  open; ready; tell outside 0..<0 'b', tell status
            found as it was           open; ready; tell outside 0..<0 'a', tell status
            found mine                open; ready; tell outside 0..<0 'ax', tell status
            found theirs              open; ready; tell outside 0..<0 'b', tell status
            found others              open; ready; tell outside 0..<0 'c', tell status
            found nothing             unreadable; unreadable
            found spoiled             unreadable; unreadable
            not read                  unreadable; unreadable
        editing
            edit           open; editing; journal 1 on 'a', tell 0..<0 'z'
            whole text     open; editing; journal 1 on 'a', tell 0..<2 'q'
            undo           open; editing; journal 1 on 'a', tell 1..<2 ''
            redo           refused: nothing-to-undo
            save           open writing; editing; write 'ax' over 'a'
            choose mine    refused: no-conflict
            choose theirs  refused: no-conflict
            choose both    refused: no-conflict
            choose merged  refused: no-conflict
            close          open writing; editing; write 'ax' over 'a'
            hint           open reading; editing; read
            moved          open reading; editing; tell moved, read
            tick           open writing; editing; write 'ax' over 'a'
        editing, looking
            edit                      open reading; editing; journal 1 on 'a', tell 0..<0 'z'
            whole text                open reading; editing; journal 1 on 'a', tell 0..<2 'q'
            undo                      open reading; editing; journal 1 on 'a', tell 1..<2 ''
            redo                      refused: nothing-to-undo
            choose mine               refused: no-conflict
            choose theirs             refused: no-conflict
            choose both               refused: no-conflict
            choose merged             refused: no-conflict
            moved                     open reading; editing; tell moved
            opened                    open; editing
            opened, gone              open; editing
            opened, spoiled           conflict 'a\xff'; changedElsewhere; tell conflict, tell status
            opened, edits             open; editing
            opened, edits of another  conflict 'b'; changedElsewhere; tell conflict, tell status
            found as it was           open; editing
            found mine                open; ready; journal saved 1, tell status
            found theirs              conflict 'b'; changedElsewhere; tell conflict, tell status
            found others              conflict 'c'; changedElsewhere; tell conflict, tell status
            found nothing             open; editing
            found spoiled             conflict 'a\xff'; changedElsewhere; tell conflict, tell status
            not read                  open; failed; tell status
        editing, gone?
            edit           open; editing; journal 1 on 'a', tell 0..<0 'z'
            whole text     open; editing; journal 1 on 'a', tell 0..<2 'q'
            undo           open; editing; journal 1 on 'a', tell 1..<2 ''
            redo           refused: nothing-to-undo
            choose mine    refused: no-conflict
            choose theirs  refused: no-conflict
            choose both    refused: no-conflict
            choose merged  refused: no-conflict
            hint           open reading; editing; read
            moved          open reading; editing; tell moved, read
            tick           open reading; editing; read
        writing
            edit               open writing; editing; journal 1 on 'a', tell 0..<0 'z'
            whole text         open writing; editing; journal 1 on 'a', tell 0..<2 'q'
            undo               open writing; editing; journal 1 on 'a', tell 1..<2 ''
            redo               refused: nothing-to-undo
            choose mine        refused: no-conflict
            choose theirs      refused: no-conflict
            choose both        refused: no-conflict
            choose merged      refused: no-conflict
            moved              open writing; editing; tell moved
            written            open; saved; journal saved 1, tell status
            unchanged          open; ready; journal saved 1, tell status
            written elsewhere  open reading; editing; read
            held open          open reading; failed; read, tell status
            not written        open; failed; tell status
            not settled        open reading; failed; read, tell status
        writing, typed on
            edit               open writing; editing; journal 1 on 'a', tell 0..<0 'z'
            whole text         open writing; editing; journal 1 on 'a', tell 0..<3 'q'
            undo               open writing; editing; journal 1 on 'a', tell 1..<3 ''
            redo               refused: nothing-to-undo
            choose mine        refused: no-conflict
            choose theirs      refused: no-conflict
            choose both        refused: no-conflict
            choose merged      refused: no-conflict
            moved              open writing; editing; tell moved
            written            open; editing; journal saved 1
            unchanged          open; editing; journal saved 1
            written elsewhere  open reading; editing; read
            held open          open reading; failed; read, tell status
            not written        open; failed; tell status
            not settled        open reading; failed; read, tell status
        saved
            edit           open; editing; journal 1 on 'ax', tell 0..<0 'z', tell status
            whole text     open; editing; journal 1 on 'ax', tell 0..<2 'q', tell status
            undo           open; editing; journal 1 on 'ax', tell 1..<2 '', tell status
            redo           refused: nothing-to-undo
            choose mine    refused: no-conflict
            choose theirs  refused: no-conflict
            choose both    refused: no-conflict
            choose merged  refused: no-conflict
            close          closed; saved; journal discarded, end
            hint           open reading; saved; read
            moved          open reading; saved; tell moved, read
            tick           open; saved; journal discarded
        not written
            edit           open; failed; journal 1 on 'a', tell 0..<0 'z'
            whole text     open; failed; journal 1 on 'a', tell 0..<2 'q'
            undo           open; failed; journal 1 on 'a', tell 1..<2 ''
            redo           refused: nothing-to-undo
            save           open writing; failed; write 'ax' over 'a'
            choose mine    refused: no-conflict
            choose theirs  refused: no-conflict
            choose both    refused: no-conflict
            choose merged  refused: no-conflict
            close          open writing; failed; write 'ax' over 'a'
            hint           open reading; failed; read
            moved          open reading; failed; tell moved, read
            tick           open writing; failed; write 'ax' over 'a'
        conflict
            edit           conflict 'b'; changedElsewhere; journal 1 on 'a', tell 0..<0 'z'
            whole text     conflict 'b'; changedElsewhere; journal 1 on 'a', tell 0..<2 'q'
            undo           conflict 'b'; changedElsewhere; journal 1 on 'a', tell 1..<2 ''
            redo           refused: nothing-to-undo
            choose mine    conflict 'b' putting aside; changedElsewhere; put aside theirs 'b'
            choose theirs  conflict 'b' putting aside; changedElsewhere; put aside mine 'ax'
            choose both    conflict 'b' putting aside; changedElsewhere; put aside beside 'b'
            choose merged  conflict 'b' putting aside; changedElsewhere; put aside mine 'ax' theirs 'b'
            close          closed; changedElsewhere; end
            hint           conflict 'b' reading; changedElsewhere; read
            moved          conflict 'b' reading; changedElsewhere; tell moved, read
        conflict, looking
            edit                      conflict 'b' reading; changedElsewhere; journal 1 on 'a', tell 0..<0 'z'
            whole text                conflict 'b' reading; changedElsewhere; journal 1 on 'a', tell 0..<2 'q'
            undo                      conflict 'b' reading; changedElsewhere; journal 1 on 'a', tell 1..<2 ''
            redo                      refused: nothing-to-undo
            moved                     conflict 'b' reading; changedElsewhere; tell moved
            opened                    open; editing; tell conflict, tell status
            opened, gone              conflict 'b'; changedElsewhere
            opened, spoiled           conflict 'a\xff'; changedElsewhere; tell conflict
            opened, edits             open; editing; tell conflict, tell status
            opened, edits of another  conflict 'b'; changedElsewhere
            found as it was           open; editing; tell conflict, tell status
            found mine                open; ready; journal saved 1, tell conflict, tell status
            found theirs              conflict 'b'; changedElsewhere
            found others              conflict 'c'; changedElsewhere; tell conflict
            found nothing             conflict 'b'; changedElsewhere
            found spoiled             conflict 'a\xff'; changedElsewhere; tell conflict
            not read                  conflict 'b'; changedElsewhere
        choosing mine
            edit           conflict 'b' putting aside; changedElsewhere; journal 1 on 'a', tell 0..<0 'z'
            whole text     conflict 'b' putting aside; changedElsewhere; journal 1 on 'a', tell 0..<2 'q'
            undo           conflict 'b' putting aside; changedElsewhere; journal 1 on 'a', tell 1..<2 ''
            redo           refused: nothing-to-undo
            choose mine    refused: conflict
            choose theirs  refused: conflict
            choose both    refused: conflict
            choose merged  refused: conflict
            moved          conflict 'b' putting aside; changedElsewhere; tell moved
            put aside      open writing; editing; journal anew 1 on 'b', tell conflict, write 'ax' over 'b', tell status
            not put aside  conflict 'b'; changedElsewhere; choice refused: not-written
        choosing theirs
            edit           conflict 'b' putting aside; changedElsewhere; journal 1 on 'a', tell 0..<0 'z'
            whole text     conflict 'b' putting aside; changedElsewhere; journal 1 on 'a', tell 0..<2 'q'
            undo           conflict 'b' putting aside; changedElsewhere; journal 1 on 'a', tell 1..<2 ''
            redo           refused: nothing-to-undo
            choose mine    refused: conflict
            choose theirs  refused: conflict
            choose both    refused: conflict
            choose merged  refused: conflict
            moved          conflict 'b' putting aside; changedElsewhere; tell moved
            put aside      open; ready; journal discarded, tell outside 0..<2 'b', tell conflict, tell status
            not put aside  conflict 'b'; changedElsewhere; choice refused: not-written
        closing
            edit               refused: not-open
            whole text         refused: not-open
            undo               refused: not-open
            redo               refused: not-open
            save               refused: not-open
            choose mine        refused: not-open
            choose theirs      refused: not-open
            choose both        refused: not-open
            choose merged      refused: not-open
            moved              open writing; editing; tell moved
            written            closed; saved; journal saved 1, journal discarded, tell status, end
            unchanged          closed; ready; journal saved 1, journal discarded, tell status, end
            written elsewhere  open reading; editing; read
            held open          open reading; failed; read, tell status
            not written        closed; failed; tell status, end
            not settled        open reading; failed; read, tell status
        closed
            edit           refused: not-open
            whole text     refused: not-open
            undo           refused: not-open
            redo           refused: not-open
            save           refused: not-open
            choose mine    refused: not-open
            choose theirs  refused: not-open
            choose both    refused: not-open
            choose merged  refused: not-open
        """#

    /// By `STATE: EVENT`.
    static let lines: [String: String] = {
        var lines: [String: String] = [:]
        var state = ""
        for line in table.split(separator: "\n") {
            guard line.hasPrefix("    ") else {
                state = String(line)
                continue
            }
            let words = line.drop { $0 == " " }
            let name = words.prefix(upTo: words.firstRange(of: "  ")?.lowerBound ?? words.endIndex)
            lines["\(state): \(name)"] = String(words.dropFirst(name.count).drop { $0 == " " })
        }
        return lines
    }()
}
