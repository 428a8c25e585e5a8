/* interruptible_io.c - Open, read and write files that may block: pipes whose other end is missing, slow or full. No system
 * call here blocks, because a signal that arrives just before a blocking call would not end that call. The functions poll for
 * short intervals instead, and the script may interrupt between two polls. */
#include "io/io.h"
#include "runtime/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TURN_MILLISECONDS 50

/* Return false, with errno EINTR, if the script has been interrupted. */
static bool not_interrupted(void)
{
    bool ends = gla_interrupted();
    errno = EINTR; /* a signal handler of the script may have changed it */
    return !ends;
}

static bool is_pipe(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISFIFO(s.st_mode);
}

int gla_open_patiently(const char *path, int flags)
{
    for (;;) {
        int fd = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
        bool has_no_reader = fd < 0 && errno == ENXIO && is_pipe(path);
        if (fd >= 0 || (errno != EINTR && !has_no_reader))
            return fd;
        if (!not_interrupted())
            return -1;
        if (has_no_reader)
            nanosleep(&(struct timespec){0, TURN_MILLISECONDS * 1000000L}, NULL);
    }
}

static bool is_ready(int fd, short events)
{
    struct pollfd p = {fd, events, 0};
    int ready;
    while ((ready = poll(&p, 1, TURN_MILLISECONDS)) == 0 || (ready < 0 && errno == EINTR))
        if (!not_interrupted())
            return false;
    return ready > 0;
}

ssize_t gla_read_patiently(int fd, void *to, size_t size)
{
    ssize_t n;
    do {
        if (!is_ready(fd, POLLIN))
            return -1;
        n = read(fd, to, size);
    } while (n < 0 && (errno == EINTR || errno == EAGAIN));
    return n;
}

size_t gla_write_patiently(int fd, const char *data, size_t size)
{
    size_t done = 0;
    while (done < size && is_ready(fd, POLLOUT)) {
        ssize_t n = write(fd, data + done, size - done);
        if (n >= 0)
            done += (size_t)n;
        else if (errno != EINTR && errno != EAGAIN)
            break;
    }
    return done;
}
