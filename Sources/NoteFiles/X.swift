internal import CNoteLinux
internal import Glibc
func x() -> Int { var s = statx(); _ = cn_O_TMPFILE; return cn_statx(1, "", 0, 0xfff, &s) }
