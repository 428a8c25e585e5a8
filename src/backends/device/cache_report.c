/* cache_report.c - Describe the contents of the installation's folder of compiled kernels, for `gpulinalg info`. */
#include "config.h"
#include "backends/device/cache.h"

#include "runtime/cache_folder.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX 8

typedef struct counts {
    int own;        /* number of entries with the tag */
    int n, of[MAX]; /* number of entries for other targets of the backend */
    char names[MAX][100];
} counts;

/* Write the target that a tag specifies.  For example, the target of "cuda sm_90 nvrtc 13.0" is sm_90, and the target of
 * "opencl NVIDIA H200 / driver / platform" is NVIDIA H200. */
static void name_target(const char *tag, char *name, size_t size)
{
    const char *from = strchr(tag, ' ') ? strchr(tag, ' ') + 1 : tag;
    const char *to = strstr(from, " nvrtc ") ? strstr(from, " nvrtc ") : strstr(from, " / ");
    if (!to)
        to = from + strlen(from);
    snprintf(name, size, "%.*s", (int)(to - from), from);
}

static void note(counts *c, const char *tag, const char *found)
{
    char name[sizeof *c->names];
    int i = 0;
    size_t backend = strcspn(tag, " ") + 1;
    if (strcmp(tag, found) == 0) {
        c->own++;
        return;
    }
    if (strncmp(tag, found, backend) != 0)
        return;
    name_target(found, name, sizeof name);
    while (i < c->n && strcmp(c->names[i], name) != 0)
        i++;
    if (i == MAX)
        return;
    if (i == c->n)
        memcpy(c->names[c->n++], name, sizeof name);
    c->of[i]++;
}

static void count(int folder, const char *tag, counts *c)
{
    char found[1000];
    int again = dup(folder);
    DIR *d = again < 0 ? NULL : fdopendir(again);
    if (!d && again >= 0)
        close(again);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.' && gla_cache_tag(folder, e->d_name, found, sizeof found))
            note(c, tag, found);
    if (d)
        closedir(d);
}

/* Entries for the same target with another tag were made by another version of the compiler. */
void gla_shared_state(const char *tag, char *text, size_t size)
{
    char folder[400], target[100];
    counts c = {.n = 0};
    int fd = gla_shared_folder((const void *)&gla_shared_state, false, folder, sizeof folder);
    if (fd < 0) {
        snprintf(text, size, "%s", folder);
        return;
    }
    count(fd, tag, &c);
    close(fd);
    name_target(tag, target, sizeof target);
    size_t used = (size_t)snprintf(text, size, "%d for %s", c.own, target);
    for (int i = 0; i < c.n && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, ", %d for %s%s", c.of[i], c.names[i],
                                 strcmp(c.names[i], target) == 0 ? " compiled by another version of the compiler" : "");
    if (used < size)
        snprintf(text + used, size - used, ", in %s", folder);
}
