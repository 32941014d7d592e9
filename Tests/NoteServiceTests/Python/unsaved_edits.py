# SPDX-License-Identifier: MIT
# What the commands say and do of edits that are not in their files: of a daemon that lives, and of one that was killed.

import json
import os
import signal
import socket
import subprocess
import threading

from daemon_client import Daemon

NOTEKIT = os.path.join(os.path.dirname(os.environ["NOTEKITD"]), "notekit")


def run(daemon, *words, code=0):
    done = subprocess.run([NOTEKIT, *words], cwd=daemon.vault, env={**daemon.environment, "LC_ALL": "C.UTF-8"},
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done
    return done


def typed(daemon, name):
    """Types into a note, which is not saved; answers the session."""
    daemon.write(name, "one\n")
    client = daemon.client()
    vault = client.ask("vault/open", path=daemon.vault)["vault"]
    session = client.ask("note/open", vault=vault, path=name)
    client.ask("note/edit", session=session["session"], revision=session["revision"],
               edits=[{"start": 0, "end": 0, "text": "typed "}])
    return client, session


def of_a_killed_daemon_are_named():
    with Daemon() as daemon:
        typists = [typed(daemon, "a.md"), typed(daemon, "b.md")]
        daemon.end(signal.SIGKILL)
        del typists
        paths = [os.path.join(os.path.realpath(daemon.vault), name) for name in ("a.md", "b.md")]
        left = json.loads(run(daemon, "status", "--json", code=1).stdout)["left"]
        assert left == paths, left
        said = run(daemon, "status", ".", code=1).stdout
        for path in paths:
            assert f"unsaved   {path}: edits of a killed process; open it, or start notekitd, to get them back\n" in said, said
        conflicts = run(daemon, "conflicts", ".")
        assert conflicts.stdout == "" and "2 notes with unsaved edits of a killed process" in conflicts.stderr, conflicts

        # They go where their note goes.
        run(daemon, "rename", "a.md", "new")
        assert daemon.text("new.md") == b"typed one\n"
        os.mkdir(daemon.path("folder"))
        run(daemon, "move", "b.md", "folder")
        assert daemon.text("folder/b.md") == b"typed one\n"
        assert json.loads(run(daemon, "status", "--json").stdout)["left"] == []


def that_are_in_conflict_keep_their_note_where_it_is():
    with Daemon() as daemon:
        typist = typed(daemon, "a.md")
        daemon.end(signal.SIGKILL)
        del typist
        daemon.replace("a.md", "theirs\n")
        run(daemon, "rename", "a.md", "new", code=3)
        assert daemon.text("a.md") == b"theirs\n" and not os.path.exists(daemon.path("new.md"))
        run(daemon, "resolve", "a.md", "--mine")
        assert daemon.text("a.md") == b"typed one\n"


def that_the_disk_refuses_are_no_conflict():
    with Daemon() as daemon:
        client, session = typed(daemon, "a.md")
        os.rename(daemon.path("a.md"), daemon.path("aside.txt"))
        os.mkdir(daemon.path("a.md"))
        client.wait("note/status", lambda news: news["status"] == "failed")
        done = run(daemon, "edit", "a.md", "--append", "--with", "more", "--json", code=5)
        assert json.loads(done.stdout)["status"] == "failed", done
        os.rmdir(daemon.path("a.md"))
        os.rename(daemon.path("aside.txt"), daemon.path("a.md"))


def of_a_daemon_whose_socket_is_gone_are_not_forgotten():
    with Daemon() as daemon:
        typist = typed(daemon, "a.md")
        os.remove(daemon.socket)
        for action in ("status", "start"):
            refusal = json.loads(run(daemon, "daemon", action, "--json", code=2).stdout)["error"]
            assert refusal["code"] == "unreachable" and daemon.socket in refusal["message"], refusal
        assert daemon.end() == 0
        del typist
        assert daemon.text("a.md") == b"typed one\n"
        run(daemon, "daemon", "status", code=1)


def of_a_daemon_that_dies_while_it_is_asked_are_looked_for_without_it():
    with Daemon() as daemon:
        daemon.end(signal.SIGKILL)
        os.remove(daemon.socket)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(daemon.socket)
        listener.listen()

        def die():
            connection, _ = listener.accept()
            connection.recv(1)
            os.remove(daemon.socket)
            listener.close()
            connection.close()

        dying = threading.Thread(target=die)
        dying.start()
        assert run(daemon, "conflicts", ".").stdout == ""
        dying.join()


def that_nothing_is_known_of_are_no_failed_write():
    with Daemon() as daemon:
        daemon.write("a.md", "one\n")
        daemon.end()
        state = os.path.join(daemon.folder, "no-folder")
        open(state, "w").close()
        daemon.environment["XDG_STATE_HOME"] = state
        assert "cannot be used" in run(daemon, "history", "list", "a.md", code=2).stderr
        assert "cannot be used" in run(daemon, "conflicts", ".", code=2).stderr


of_a_daemon_that_dies_while_it_is_asked_are_looked_for_without_it()
that_nothing_is_known_of_are_no_failed_write()
of_a_killed_daemon_are_named()
of_a_daemon_whose_socket_is_gone_are_not_forgotten()
that_are_in_conflict_keep_their_note_where_it_is()
that_the_disk_refuses_are_no_conflict()
print("unsaved edits: fine")
