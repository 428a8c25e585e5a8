/* trust.c - Backend modules are loaded only from folders to which no other user can write. */
#include "backend.h"
#include "tap.h"
#include "runtime/trust.h"

#include <sys/stat.h>

static char place[300];

static const char *path(const char *name)
{
    static char buf[400];
    snprintf(buf, sizeof buf, "%s/%s", place, name);
    return buf;
}

static bool trusted(const char *name)
{
    char reason[2000];
    return gla_is_trusted(path(name), reason, sizeof reason);
}

static void refused(const char *name, const char *why, const char *description)
{
    char reason[2000] = "";
    bool yes = gla_is_trusted(*name == '/' || *name == '.' ? name : path(name), reason, sizeof reason);
    ok(!yes && strstr(reason, why), "%s: %s", description, reason);
}

static void write_file(const char *name)
{
    FILE *f = fopen(path(name), "w");
    if (f)
        fclose(f);
    chmod(path(name), 0644);
}

static void test_paths(void)
{
    mkdir(path("good"), 0755);
    mkdir(path("open"), 0777);
    chmod(path("open"), 0777);
    mkdir(path("group"), 0770);
    chmod(path("group"), 0770);
    mkdir(path("sticky"), 0777);
    chmod(path("sticky"), 01777);
    write_file("good/file");
    write_file("good/soft");
    write_file("open/file");
    write_file("group/file");
    write_file("sticky/file");
    chmod(path("good/soft"), 0666);
    char target[400];
    snprintf(target, sizeof target, "%s", path("open/file"));
    ok(symlink(target, path("good/link")) == 0, "a link");
    ok(trusted("good") && trusted("good/file"), "what only the user can write to is trusted");
    ok(trusted("sticky/file"), "and a file in a folder like /tmp");
    refused("open", "can be changed", "a folder of everybody");
    refused("open/file", "can be changed", "a file in it");
    refused("group/file", "can be changed", "a file in a folder of a group");
    refused("good/soft", "can be changed", "a file of everybody");
    refused("good/link", "can be changed", "a link counts as what it leads to");
    refused("sticky", "can be changed", "a folder like /tmp itself");
    refused("missing", "cannot be examined", "what is not there");
    refused("./good", "absolute", "a relative path");
    if (geteuid() == 0 && chown(path("good/soft"), 65533, 65533) == 0 && chmod(path("good/soft"), 0644) == 0)
        refused("good/soft", "another user", "another user's file");
}

/* Load the null backend from a world-writable folder. */
static void load_from(const char *name, const char *message)
{
    const char *from = getenv("GPULINALG_PLUGIN_PATH");
    char command[5000];
    snprintf(command, sizeof command,
             "IFS=:; for d in $GPULINALG_PLUGIN_PATH; do cp \"$d/libgpulinalg-null.so\" '%s' 2>/dev/null; "
             "done; chmod 644 '%s/libgpulinalg-null.so'",
             path(name), place);
    snprintf(command + strlen(command) - strlen("/libgpulinalg-null.so'"), 100, "/%s/libgpulinalg-null.so'", name);
    expect(from && system(command) == 0, "the module is copied");
    setenv("GPULINALG_PLUGIN_PATH", path(name), 1);
    setenv("GPULINALG_BACKENDS", "null", 1);
    gla_status st = gla_synchronize("null:0");
    expect(message ? st == GLA_DEVICE_ERROR && strstr(gla_last_message(), message) : st == GLA_OK, "loading from %s", name);
}

static void load_trusted(void)
{
    load_from("good", NULL);
}

static void load_open(void)
{
    load_from("open", "can be changed by others");
}

int main(void)
{
    const char *tmp = getenv("TMPDIR");
    char command[400], reason[2000];
    snprintf(place, sizeof place, "%s/gpulinalg-trust-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(place)) {
        printf("Bail out! no directory %s\n", place);
        return 1;
    }
    mkdir(path("open"), 0777);
    chmod(path("open"), 0777);
    if (gla_is_trusted(path("open"), reason, sizeof reason) || !gla_is_trusted(place, reason, sizeof reason)) {
        printf("1..0 # SKIP the library, or %s, lies where others can write\n", place);
    } else {
        test_paths();
        in_child(load_trusted, "a module is loaded from a trusted folder");
        in_child(load_open, "and not from one of everybody");
    }
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    if (system(command) != 0)
        printf("# %s is left\n", place);
    return tap_count ? done() : 0;
}
