/* place.c - Find the file and line of compiled code, by addr2line. */
#include "config.h"
#include "emulated.h"
#include "runtime/allocation.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct kept {
    struct kept *next;
    int file; /* kept open, because the file is removed */
    char path[];
} kept;

static kept *all;

void gla_place_keep(const char *path)
{
    kept *k = gla_malloc(sizeof *k + strlen(path) + 1);
    if (!k)
        return; /* the lines are then unknown */
    strcpy(k->path, path);
    k->file = open(path, O_RDONLY | O_CLOEXEC);
    k->next = all;
    all = k;
}

static bool ask_addr2line(const kept *k, long offset, char *name, size_t size)
{
    char command[200];
    snprintf(command, sizeof command, "addr2line -e /proc/%d/fd/%d 0x%lx 2>/dev/null", (int)getpid(), k->file, offset);
    FILE *answer = popen(command, "r");
    bool known = answer && fgets(name, (int)size, answer) && *name != '?';
    if (answer)
        pclose(answer);
    name[known ? strcspn(name, " \n") : 0] = '\0';
    return known;
}

void gla_place_name(const void *code, char *name, size_t size)
{
    Dl_info info;
    char found[1200];
    bool inside = dladdr(code, &info) != 0;
    long offset = inside ? (long)((const char *)code - (const char *)info.dli_fbase) : 0;
    const kept *k = all;
    while (k && inside && strcmp(k->path, info.dli_fname) != 0)
        k = k->next;
    if (!k || !inside || !ask_addr2line(k, offset, found, sizeof found)) {
        snprintf(name, size, "? + 0x%lx", offset);
        return;
    }
    const char *own = strstr(found, "kernels/"), *base = strrchr(found, '/'); /* path relative to the folder where the source
                                                                               * was compiled */
    snprintf(name, size, "%s", own ? own : base ? base + 1 : found);
}
