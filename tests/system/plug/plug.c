/* Knows every change that a program makes to the files below one folder, and writes them down in order; loaded
 * below the program (LD_PRELOAD), it can also kill it at any of them.
 *
 * PLUG_ROOT: the folder. PLUG_LOG: where the changes are written, outside that folder. PLUG_KILL: before the
 * change of this number (from 1) the process ends as by `kill -9`. What is written to standard output is a
 * change too: the order of what is said and what is on the disk is what matters.
 *
 * A record: op, fd, length of text, offset, length of bytes; then the text and the bytes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 4096

struct record {
    uint8_t op, pad;
    uint16_t text;
    int32_t fd;
    int64_t offset;
    int64_t bytes;
} __attribute__((packed));

static pthread_mutex_t busy = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char watched[MOST_FILES];
static const char *root;
static int out = -1;
static long kill_at, count;

static void begin(void)
{
    if (out >= 0 || !getenv("PLUG_ROOT"))
        return;
    root = getenv("PLUG_ROOT");
    kill_at = getenv("PLUG_KILL") ? atol(getenv("PLUG_KILL")) : 0;
    int made = syscall(SYS_openat, AT_FDCWD, getenv("PLUG_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    out = syscall(SYS_fcntl, made, F_DUPFD_CLOEXEC, MOST_FILES / 4);
    syscall(SYS_close, made);
}

/* The absolute path, if it lies below the folder. */
static const char *below(int at, const char *path, char *room)
{
    begin();
    if (!root || !path)
        return NULL;
    if (path[0] == '/')
        strncpy(room, path, PATH_MAX - 1);
    else {
        char link[64];
        ssize_t length;
        if (at == AT_FDCWD)
            length = getcwd(room, PATH_MAX) ? (ssize_t)strlen(room) : -1;
        else {
            char *end = link + sizeof link;
            *--end = 0;
            int number = at;
            do *--end = '0' + number % 10; while (number /= 10);
            char name[64] = "/proc/self/fd/";
            strcat(name, end);
            length = readlink(name, room, PATH_MAX - 1);
        }
        if (length < 0 || length + strlen(path) + 2 > PATH_MAX)
            return NULL;
        room[length] = '/';
        strcpy(room + length + 1, path);
    }
    size_t length = strlen(root);
    return strncmp(room, root, length) == 0 && (room[length] == '/' || !room[length]) ? room : NULL;
}

static void whole(const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t done = syscall(SYS_write, out, at, length);
        if (done <= 0)
            _exit(99);
        at += done;
        length -= done;
    }
}

/* Before a change: the plug may be pulled here. Holds the lock until `after`. */
static void before(void)
{
    pthread_mutex_lock(&busy);
    if (kill_at && count + 1 == kill_at)
        syscall(SYS_kill, getpid(), SIGKILL);
}

static void after(char op, int fd, const char *text, int64_t offset, const void *bytes, int64_t length, int done)
{
    int kept = errno;
    if (done) {
        struct record record = {op, 0, text ? strlen(text) : 0, fd, offset, length};
        count++;
        whole(&record, sizeof record);
        if (text)
            whole(text, record.text);
        if (bytes && length > 0)
            whole(bytes, length);
    }
    pthread_mutex_unlock(&busy);
    errno = kept;
}


static int opened(int at, const char *path, int flags, mode_t mode)
{
    char room[PATH_MAX] = "";
    const char *name = below(at, path, room);
    if (!name || (flags & O_TMPFILE) == O_TMPFILE) {
        int other = syscall(SYS_openat, at, path, flags, mode);
        if (other >= 0 && other < MOST_FILES)
            watched[other] = 0;
        return other;
    }
    before();
    struct stat was;
    int fresh = stat(name, &was) != 0;
    int fd = syscall(SYS_openat, at, path, flags, mode);
    if (fd >= 0 && fd < MOST_FILES)
        watched[fd] = 1;
    after(fresh ? 'c' : flags & O_TRUNC ? 't' : 'o', fd, name, 0, NULL, 0, fd >= 0);
    return fd;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & O_CREAT) { \
        va_list more; \
        va_start(more, flags); \
        mode = va_arg(more, mode_t); \
        va_end(more); \
    }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags | O_LARGEFILE, mode); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

static int is_watched(int fd) { begin(); return root && fd >= 0 && fd < MOST_FILES && watched[fd]; }

int close(int fd)
{
    if (is_watched(fd))
        watched[fd] = 0;
    return syscall(SYS_close, fd);
}

static ssize_t written(int fd, const void *bytes, size_t length, off_t offset, int here)
{
    int file = is_watched(fd);
    if (!file && !(root && fd == 1))
        return here ? syscall(SYS_write, fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, offset);
    before();
    if (here && file)
        offset = fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
    ssize_t done = here ? syscall(SYS_write, fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, offset);
    after(file ? 'w' : '1', fd, NULL, offset, bytes, done, done > 0);
    return done;
}

ssize_t write(int fd, const void *bytes, size_t length) { return written(fd, bytes, length, 0, 1); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return written(fd, bytes, length, offset, 0); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) { return written(fd, bytes, length, offset, 0); }

ssize_t writev(int fd, const struct iovec *parts, int number)
{
    ssize_t sum = 0;
    for (int i = 0; i < number; i++) {
        ssize_t done = write(fd, parts[i].iov_base, parts[i].iov_len);
        if (done < 0)
            return sum ? sum : done;
        sum += done;
        if ((size_t)done < parts[i].iov_len)
            break;
    }
    return sum;
}

/* Copies inside the kernel would not be seen: whoever asks for one is sent to read and write. */
ssize_t sendfile(int to, int from, off_t *offset, size_t length)
{
    if (is_watched(to)) { errno = EINVAL; return -1; }
    return syscall(SYS_sendfile, to, from, offset, length);
}
ssize_t sendfile64(int to, int from, off_t *offset, size_t length) { return sendfile(to, from, offset, length); }
ssize_t copy_file_range(int from, off_t *a, int to, off_t *b, size_t length, unsigned flags)
{
    if (is_watched(to)) { errno = EXDEV; return -1; }
    return syscall(SYS_copy_file_range, from, a, to, b, length, flags);
}

int ftruncate(int fd, off_t length)
{
    if (!is_watched(fd))
        return syscall(SYS_ftruncate, fd, length);
    before();
    int result = syscall(SYS_ftruncate, fd, length);
    after('l', fd, NULL, length, NULL, 0, result == 0);
    return result;
}
int ftruncate64(int fd, off_t length) { return ftruncate(fd, length); }

int fallocate(int fd, int mode, off_t offset, off_t length)
{
    if (is_watched(fd)) { errno = EOPNOTSUPP; return -1; }
    return syscall(SYS_fallocate, fd, mode, offset, length);
}

static int synced(int fd, long call)
{
    if (!is_watched(fd))
        return syscall(call, fd);
    before();
    /* The disk of the test is a model: what is synced is told to it. */
    after('s', fd, NULL, 0, NULL, 0, 1);
    return 0;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

int renameat(int from_at, const char *from, int to_at, const char *to)
{
    char one[PATH_MAX] = "", two[PATH_MAX] = "";
    const char *old = below(from_at, from, one), *new = below(to_at, to, two);
    if (!old || !new)
        return syscall(SYS_renameat2, from_at, from, to_at, to, 0);
    before();
    int result = syscall(SYS_renameat2, from_at, from, to_at, to, 0);
    after('r', -1, old, 0, new, strlen(new), result == 0);
    return result;
}
int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int unlinkat(int at, const char *path, int flags)
{
    char room[PATH_MAX] = "";
    const char *name = below(at, path, room);
    if (!name)
        return syscall(SYS_unlinkat, at, path, flags);
    before();
    int result = syscall(SYS_unlinkat, at, path, flags);
    after('u', -1, name, 0, NULL, 0, result == 0);
    return result;
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int mkdirat(int at, const char *path, mode_t mode)
{
    char room[PATH_MAX] = "";
    const char *name = below(at, path, room);
    if (!name)
        return syscall(SYS_mkdirat, at, path, mode);
    before();
    int result = syscall(SYS_mkdirat, at, path, mode);
    after('m', -1, name, 0, NULL, 0, result == 0);
    return result;
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
