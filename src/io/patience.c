/* patience.c - files that may keep us waiting: pipes whose other end is not there yet, is slow, or is full.
 *
 * Nothing here blocks.  A signal that comes just before a call that blocks would not end it, so waits are polls of a moment,
 * between which the script is asked whether it wants to go on. */
#include "io/io.h"
#include "runtime/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TURN_MILLISECONDS 50

/* False, with EINTR, when the script wants to stop. */
static bool goes_on(void)
{
    bool ends = gla_interrupted();
    errno = EINTR; /* whatever a signal handler of the script did */
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
        if (!goes_on())
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
        if (!goes_on())
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
