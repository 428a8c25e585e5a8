/* cache_folder.c - Folders of the disk cache: GPULINALG_CACHE_DIR, $XDG_CACHE_HOME/gpulinalg or ~/.cache/gpulinalg for the
 * user, and the folder of the installation.
 *
 * Cached code runs on the device.  Therefore the user must own the user's folder, and nobody else may have access to it.  If
 * other users can only read the folder, its mode is changed to 0700.  The folder of the installation must be as safe as the
 * library next to it. */
#include "config.h"
#include "runtime/cache_folder.h"
#include "runtime/trust.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool gla_name_cache_folder(char *buf, size_t size)
{
    const char *own = secure_getenv("GPULINALG_CACHE_DIR"), *xdg = secure_getenv("XDG_CACHE_HOME");
    const char *home = secure_getenv("HOME");
    int n = -1;
    if (own && *own)
        n = snprintf(buf, size, "%s", own);
    else if (xdg && *xdg)
        n = snprintf(buf, size, "%s/gpulinalg", xdg);
    else if (home && *home)
        n = snprintf(buf, size, "%s/.cache/gpulinalg", home);
    while (n > 1 && (size_t)n < size && buf[n - 1] == '/') /* with a trailing slash, open would follow a link */
        buf[--n] = '\0';
    return n > 0 && (size_t)n < size;
}

static void make_folders(const char *folder)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/", folder);
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(path, 0700);
            *p = '/';
        }
}

int gla_cache_folder(bool make, char *reason, size_t size)
{
    char folder[PATH_MAX / 2], why[PATH_MAX];
    struct stat s;
    *reason = '\0';
    if (!gla_name_cache_folder(folder, sizeof folder)) {
        snprintf(reason, size, "none: GPULINALG_CACHE_DIR, XDG_CACHE_HOME and HOME do not specify a folder");
        return -1;
    }
    if (make)
        make_folders(folder);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && errno == ENOENT) {
        snprintf(reason, size, "%.250s", folder); /* the folder is created when needed */
        return -1;
    }
    if (fd < 0 || fstat(fd, &s))
        snprintf(reason, size, "not used: %.120s is a link, or cannot be opened: %s", folder, strerror(errno));
    else if (s.st_uid != geteuid())
        snprintf(reason, size, "not used: %.150s belongs to another user", folder);
    else if (s.st_mode & 022 || (s.st_mode & 055 && fchmod(fd, 0700)))
        snprintf(reason, size, "not used: other users have access to %.150s; empty the folder and run chmod 700 on it", folder);
    else if (!gla_is_trusted(folder, why, sizeof why))
        snprintf(reason, size, "not used: %.100s %.120s", folder, why);
    else
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool name_shared(const void *neighbour, char *buf, size_t size)
{
    Dl_info here;
    if (!dladdr(neighbour, &here) || !here.dli_fname || *here.dli_fname != '/')
        return false;
    const char *slash = strrchr(here.dli_fname, '/');
    int n = snprintf(buf, size, "%.*sprograms", (int)(slash - here.dli_fname) + 1, here.dli_fname);
    return n > 0 && (size_t)n < size;
}

int gla_shared_folder(const void *neighbour, bool make, char *reason, size_t size)
{
    char folder[PATH_MAX / 2], why[PATH_MAX];
    struct stat s;
    snprintf(reason, size, "none: the folder of the library is not known");
    if (!name_shared(neighbour, folder, sizeof folder))
        return -1;
    if (make && mkdir(folder, 0755) == 0 && chmod(folder, 0755) != 0)
        return -1;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && errno == ENOENT)
        snprintf(reason, size, "none: %.200s does not exist", folder);
    else if (fd < 0 || fstat(fd, &s))
        snprintf(reason, size, "not used: %.150s cannot be opened: %s", folder, strerror(errno));
    else if (make && faccessat(fd, ".", W_OK, AT_EACCESS))
        snprintf(reason, size, "not used: nothing can be written to %.150s: %s", folder, strerror(errno));
    else if (!gla_is_trusted(folder, why, sizeof why))
        snprintf(reason, size, "not used: %.100s %.120s", folder, why);
    else {
        snprintf(reason, size, "%.250s", folder);
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}
