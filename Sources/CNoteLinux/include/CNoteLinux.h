// SPDX-License-Identifier: MIT
// The door to Linux. Only what Swift cannot call by itself: variadic functions (openat, fcntl,
// ioctl, syscall), macros whose value Swift does not import, and headers that its Glibc module
// leaves out. Every function returns the kernel's answer, or the negative error number.
//
// _GNU_SOURCE is not defined here: Swift builds its own Glibc module without it, and two modules that
// disagree on what is in a C library structure do not build together.
#ifndef CNOTELINUX_H
#define CNOTELINUX_H

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define CN_RESULT(expression) \
    long result = (expression); \
    return result < 0 ? -errno : result

// Flags that the C library guards with feature macros, so that Swift sees them on every machine alike.
static const int cn_O_TMPFILE = __O_TMPFILE | O_DIRECTORY;
static const int cn_O_NOATIME = __O_NOATIME;
static const int cn_O_PATH = __O_PATH;
static const int cn_O_DIRECTORY = O_DIRECTORY;
static const int cn_O_NOFOLLOW = O_NOFOLLOW;
static const int cn_O_CLOEXEC = O_CLOEXEC;
static const int cn_AT_FDCWD = AT_FDCWD;
static const int cn_AT_SYMLINK_NOFOLLOW = AT_SYMLINK_NOFOLLOW;
static const int cn_AT_EACCESS = AT_EACCESS;
static const int cn_AT_SYMLINK_FOLLOW = AT_SYMLINK_FOLLOW;
static const int cn_AT_EMPTY_PATH = 0x1000;
static const int cn_F_RDLCK = F_RDLCK;
static const int cn_F_WRLCK = F_WRLCK;
static const int cn_F_UNLCK = F_UNLCK;
static const long cn_UTIME_OMIT = (1l << 30) - 2l;
static const unsigned cn_RENAME_NOREPLACE = 1;
static const unsigned cn_RENAME_EXCHANGE = 2;

static inline long cn_openat(int dir, const char *path, int flags, unsigned mode) {
    CN_RESULT(openat(dir, path, flags, mode));
}

static inline long cn_statx(int dir, const char *path, int flags, unsigned mask, struct statx *out) {
    CN_RESULT(syscall(SYS_statx, dir, path, flags, mask, out));
}

static inline long cn_getdents64(int dir, void *buffer, unsigned long size) {
    CN_RESULT(syscall(SYS_getdents64, dir, buffer, size));
}

static inline long cn_renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags) {
    CN_RESULT(syscall(SYS_renameat2, from_dir, from, to_dir, to, flags));
}

static inline long cn_faccessat2(int dir, const char *path, int mode, int flags) {
    CN_RESULT(syscall(SYS_faccessat2, dir, path, mode, flags));
}

static inline long cn_syncfs(int file) { CN_RESULT(syscall(SYS_syncfs, file)); }

// Swift takes the name flock for the structure of that name.
static inline long cn_lock_exclusively(int file) { CN_RESULT(flock(file, LOCK_EX | LOCK_NB)); }
static inline long cn_unlock(int file) { CN_RESULT(flock(file, LOCK_UN)); }

// fcntl(2) leases. 1024 and 1025 are F_SETLEASE and F_GETLEASE, 10 is F_SETSIG, 15 is F_SETOWN_EX.
static inline long cn_setlease(int file, int kind) { CN_RESULT(fcntl(file, 1024, kind)); }
static inline long cn_getlease(int file) { CN_RESULT(fcntl(file, 1025)); }

// Sends the signals of `file` to this thread alone, as `number`.
static inline long cn_signal_this_thread(int file, int number) {
    struct { int type; int pid; } owner = { 0 /* F_OWNER_TID */, (int)syscall(SYS_gettid) };
    if (fcntl(file, 15, &owner) < 0 || fcntl(file, 10, number) < 0) return -errno;
    return 0;
}

// A real-time signal's number is a call, not a constant.
static inline int cn_lease_signal(void) { return SIGRTMAX - 3; }

static inline long cn_get_inode_flags(int file) {
    int flags = 0;
    if (ioctl(file, FS_IOC_GETFLAGS, &flags) < 0) return -errno;
    return flags;
}

static inline long cn_set_inode_flags(int file, int flags) { CN_RESULT(ioctl(file, FS_IOC_SETFLAGS, &flags)); }

// Shares the blocks of another file, where the file system can: see ioctl_ficlone(2).
static inline long cn_clone(int file, int source) { CN_RESULT(ioctl(file, FICLONE, source)); }

// How many columns a terminal has; zero where it is none or does not say.
static inline int cn_terminal_width(int file) {
    struct winsize size;
    return ioctl(file, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// The magic number of the file system, see statfs(2).
static inline long cn_filesystem_kind(int file) {
    struct statfs facts;
    if (fstatfs(file, &facts) < 0) return -errno;
    return (long)facts.f_type;
}

// inotify(7), eventfd(2): neither is in Swift's Glibc module.
static inline long cn_inotify_init(void) { CN_RESULT(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)); }
static inline long cn_inotify_add(int queue, const char *path, unsigned mask) {
    CN_RESULT(inotify_add_watch(queue, path, mask));
}
static inline long cn_inotify_remove(int queue, int watch) { CN_RESULT(inotify_rm_watch(queue, watch)); }
static inline long cn_eventfd(void) { CN_RESULT(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

// How many bytes wait to be read.
static inline long cn_pending(int file) {
    int count = 0;
    if (ioctl(file, FIONREAD, &count) < 0) return -errno;
    return count;
}

// Until one of two files can be read, or the time is over (less than zero: never). Answers which: 1 for
// the one, 2 for the other, 3 for both, 0 for neither.
static inline long cn_poll_two(int one, int other, long long nanoseconds) {
    struct pollfd files[2] = {{one, POLLIN, 0}, {other, POLLIN, 0}};
    struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    long result = syscall(SYS_ppoll, files, 2, nanoseconds < 0 ? 0 : &limit, 0, 0);
    if (result < 0) return -errno;
    return (files[0].revents ? 1 : 0) | (files[1].revents ? 2 : 0);
}

// unix(7): Swift takes SOCK_STREAM for another type than socket(2) wants, and does not see accept4(2), struct
// ucred and what is behind a packed epoll_event.
static inline long cn_unix_stream(void) { CN_RESULT(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }
static inline long cn_unix_datagram(void) { CN_RESULT(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)); }
static inline long cn_unix_pair(int *pair) {
    CN_RESULT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair));
}

// The longest name of a socket, without its zero.
static const int cn_longest_socket_name = sizeof(((struct sockaddr_un *)0)->sun_path) - 1;

// A name that begins with @ is one of the abstract kind. Answers the length of the address.
static inline long cn_unix_address(struct sockaddr_un *address, const char *name, unsigned long count) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (count > (unsigned long)cn_longest_socket_name) return -ENAMETOOLONG;
    memcpy(address->sun_path, name, count);
    if (name[0] != '@') return offsetof(struct sockaddr_un, sun_path) + count + 1;
    address->sun_path[0] = 0;
    return offsetof(struct sockaddr_un, sun_path) + count;
}
static inline long cn_unix_bind(int file, const char *name, unsigned long count) {
    struct sockaddr_un address;
    long length = cn_unix_address(&address, name, count);
    if (length < 0) return length;
    CN_RESULT(bind(file, (struct sockaddr *)&address, length));
}
static inline long cn_unix_connect(int file, const char *name, unsigned long count) {
    struct sockaddr_un address;
    long length = cn_unix_address(&address, name, count);
    if (length < 0) return length;
    CN_RESULT(connect(file, (struct sockaddr *)&address, length));
}
static inline long cn_unix_send_to(
    int file, const void *bytes, unsigned long size, const char *name, unsigned long count) {
    struct sockaddr_un address;
    long length = cn_unix_address(&address, name, count);
    if (length < 0) return length;
    CN_RESULT(sendto(file, bytes, size, MSG_NOSIGNAL, (struct sockaddr *)&address, length));
}
static inline long cn_accept(int file) {
    CN_RESULT(syscall(SYS_accept4, file, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK));
}
static inline long cn_send(int file, const void *bytes, unsigned long size) {
    CN_RESULT(send(file, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT));
}
static inline long cn_receive(int file, void *bytes, unsigned long size) {
    CN_RESULT(recv(file, bytes, size, MSG_DONTWAIT));
}
static inline long cn_shut_writing(int file) { CN_RESULT(shutdown(file, SHUT_WR)); }
// Who connected: the user; and the process.
static inline long cn_peer(int file, unsigned *user, int *process) {
    struct { int process; unsigned user; unsigned group; } peer;
    socklen_t size = sizeof peer;
    if (getsockopt(file, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -errno;
    *user = peer.user;
    *process = peer.process;
    return 0;
}
// Whether a descriptor is a stream socket that listens.
static inline long cn_is_listening(int file) {
    int value = 0;
    socklen_t size = sizeof value;
    if (getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) < 0) return -errno;
    return value;
}
static inline long cn_set_nonblocking(int file) {
    int flags = fcntl(file, F_GETFL);
    if (flags < 0) return -errno;
    CN_RESULT(fcntl(file, F_SETFL, flags | O_NONBLOCK));
}
static inline long cn_set_cloexec(int file) { CN_RESULT(fcntl(file, F_SETFD, FD_CLOEXEC)); }

// epoll(7), with a number for each file instead of the union.
static const unsigned cn_EPOLLIN = EPOLLIN;
static const unsigned cn_EPOLLOUT = EPOLLOUT;
static const unsigned cn_EPOLLHUP = EPOLLHUP;
static const unsigned cn_EPOLLERR = EPOLLERR;
static inline long cn_epoll(void) { CN_RESULT(epoll_create1(EPOLL_CLOEXEC)); }
static inline long cn_epoll_change(int epoll, int operation, int file, unsigned events, unsigned long long key) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = key;
    CN_RESULT(epoll_ctl(epoll, operation, file, &event));
}
static inline long cn_epoll_add(int epoll, int file, unsigned events, unsigned long long key) {
    return cn_epoll_change(epoll, EPOLL_CTL_ADD, file, events, key);
}
static inline long cn_epoll_modify(int epoll, int file, unsigned events, unsigned long long key) {
    return cn_epoll_change(epoll, EPOLL_CTL_MOD, file, events, key);
}
static inline long cn_epoll_remove(int epoll, int file) { CN_RESULT(epoll_ctl(epoll, EPOLL_CTL_DEL, file, 0)); }
// At most 64 at a time.
static inline long cn_epoll_wait(int epoll, unsigned long long *keys, unsigned *events, int milliseconds) {
    struct epoll_event found[64];
    int count = epoll_wait(epoll, found, 64, milliseconds);
    if (count < 0) return -errno;
    for (int index = 0; index < count; index++) {
        keys[index] = found[index].data.u64;
        events[index] = found[index].events;
    }
    return count;
}

// glibc shows it to those only who define _GNU_SOURCE.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
static inline int cn_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// What a program that is started gets of our variables: Swift lets nobody read a global variable of C.
static inline char **cn_environment(void) {
    extern char **environ;
    return environ;
}

// A process by a descriptor, which never means another one, and can be read once the process has ended. See: man 2
// pidfd_open.
static inline long cn_pidfd_open(int process) { CN_RESULT(syscall(SYS_pidfd_open, process, 0)); }
static inline long cn_pidfd_kill(int file, int signal) {
    CN_RESULT(syscall(SYS_pidfd_send_signal, file, signal, 0, 0));
}
// Waits for its end: 0 where it exited, 1 where a signal ended it, and the status or the signal.
static inline long cn_pidfd_wait(int file, int *status) {
    siginfo_t info;
    if (syscall(SYS_waitid, 3 /* P_PIDFD */, file, &info, WEXITED, 0) < 0) return -errno;
    *status = info.si_status;
    return info.si_code == CLD_EXITED ? 0 : 1;
}

#undef CN_RESULT
// Has all threads share so many arenas of memory, see mallopt(3). Must be called before there is a second thread.
static inline void cn_share_arenas(int count) { (void)mallopt(M_ARENA_MAX, count); }

#endif
