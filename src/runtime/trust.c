/* trust.c - Check that a directory or file is protected as well as the library itself (gla_is_trusted in trust.h). */
#include "config.h"
#include "backend.h"
#include "runtime/trust.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX 16

/* Users and groups that can change the contents of a path. */
typedef struct writers {
    bool everybody;
    int n_users, n_groups;
    uid_t users[MAX];
    gid_t groups[MAX];
    char where[PATH_MAX]; /* first directory or file that everybody, or a group, can write to */
} writers;

static bool has_user(const writers *w, uid_t user)
{
    bool found = user == 0 || user == geteuid();
    for (int i = 0; i < w->n_users && !found; i++)
        found = w->users[i] == user;
    return found;
}

static bool has_group(const writers *w, gid_t group)
{
    bool found = false;
    for (int i = 0; i < w->n_groups && !found; i++)
        found = w->groups[i] == group;
    return found;
}

static void note(writers *w, const char *path, const struct stat *s, bool last)
{
    bool safe = !last && S_ISDIR(s->st_mode) && s->st_mode & S_ISVTX; /* only owners can remove its entries */
    bool others = s->st_mode & S_IWOTH && !safe, group = s->st_mode & S_IWGRP && !safe;
    if ((others || group) && !*w->where)
        snprintf(w->where, sizeof w->where, "%s", path);
    w->everybody = w->everybody || others || w->n_users == MAX || w->n_groups == MAX;
    if (!w->everybody && !has_user(w, s->st_uid))
        w->users[w->n_users++] = s->st_uid;
    if (!w->everybody && group && !has_group(w, s->st_gid))
        w->groups[w->n_groups++] = s->st_gid;
}

/* Inspect every component of the path from the root on, with symbolic links resolved. Return false if the path does not
 * exist. */
static bool find_writers(const char *path, writers *w)
{
    char real[PATH_MAX], part[PATH_MAX];
    struct stat s;
    memset(w, 0, sizeof *w);
    if (!realpath(path, real) || stat("/", &s))
        return false;
    note(w, "/", &s, false);
    for (size_t i = 1, n = strlen(real); i <= n; i++) {
        if (real[i] != '/' && real[i] != '\0')
            continue;
        snprintf(part, sizeof part, "%.*s", (int)i, real);
        if (lstat(part, &s))
            return false;
        note(w, part, &s, i == n);
    }
    return true;
}

bool gla_is_trusted(const char *path, char *reason, size_t size)
{
    writers they, ours;
    Dl_info here;
    if (*path != '/') {
        snprintf(reason, size, "is not an absolute path");
        return false;
    }
    if (!find_writers(path, &they)) {
        snprintf(reason, size, "cannot be examined");
        return false;
    }
    if (!dladdr((const void *)&gla_is_trusted, &here) || !here.dli_fname || !find_writers(here.dli_fname, &ours))
        memset(&ours, 0, sizeof ours);
    if (ours.everybody)
        return true;
    bool groups = true, users = true;
    for (int i = 0; i < they.n_groups && groups; i++)
        groups = has_group(&ours, they.groups[i]);
    for (int i = 0; i < they.n_users && users; i++)
        users = has_user(&ours, they.users[i]);
    if (!users)
        snprintf(reason, size, "belongs to another user, or a folder above it does");
    else if (they.everybody || !groups)
        snprintf(reason, size, "can be changed by others at %.900s; chmod go-w it", they.where);
    return users && groups && !they.everybody;
}
