/* rates_file.c - Read and write measured rates (rates_file.h). */
#include "config.h"
#include "core/rates_file.h"
#include "runtime/allocation.h"
#include "runtime/cache_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define VERSION_LINE "gpulinalg rates 1"
enum { LONGEST = 1 << 14 /* bytes of a file */, NAME = 40 };

/* ---- the text -------------------------------------------------------------------------------------------------------- */
static const char *curve_name(int i, char *name, size_t size)
{
    if (i == 2 * GLA_WORKS)
        return "copies";
    snprintf(name, size, "%s %s", i < GLA_WORKS ? "host" : "device", gla_work_names[i % GLA_WORKS]);
    return name;
}

static int put_value(gla_writer *w, const char *name, double seconds)
{
    if (seconds > 0)
        gla_put(w, "%s %.4g\n", name, gla_rate_round(seconds));
    return seconds > 0;
}

void gla_rates_write(gla_writer *w, const gla_rates *measured, const gla_hardware *hardware)
{
    int n = 0;
    char name[60], line[100];
    gla_put(w, VERSION_LINE "\nprocessor %s\ncores %d\ncard %s\n", hardware->processor, hardware->cores, hardware->card);
    for (int i = 0; i < GLA_CURVES; i++)
        for (const gla_rate *p = gla_rates_curve((gla_rates *)measured, i), *end = p + GLA_RATE_POINTS; p < end; p++) {
            gla_print(line, sizeof line, "%s %g", curve_name(i, name, sizeof name), p->amount);
            n += put_value(w, line, p->seconds);
        }
    n += put_value(w, "start", measured->start);
    for (int work = 0; work < GLA_WORKS; work++) {
        snprintf(name, sizeof name, "first %s", gla_work_names[work]);
        n += put_value(w, name, measured->first[work]);
    }
    gla_put(w, "end %d\n", n);
}

/* If the text at *at begins with these words and a blank, advance behind them. */
static bool skip(const char **at, const char *words)
{
    size_t n = strlen(words);
    if (strncmp(*at, words, n) != 0 || (*at)[n] != ' ')
        return false;
    *at += n + 1;
    return true;
}

/* Read a number and the blank or the end of the line behind it. */
static bool read_number(const char **at, char behind, double *value)
{
    char *end;
    if (**at == ' ' || **at == '\n')
        return false;
    *value = gla_read_numeral(*at, &end);
    bool good = end > *at && *end == behind && isfinite(*value) && *value >= 0;
    *at = end + good;
    return good;
}

static bool read_seconds(const char **at, double *seconds)
{
    return read_number(at, '\n', seconds) && *seconds > 0 && *seconds < 1e5;
}

static bool read_point(const char **at, gla_rate *curve)
{
    double amount, seconds;
    if (!read_number(at, ' ', &amount) || !read_seconds(at, &seconds))
        return false;
    for (int k = 0; k < GLA_RATE_POINTS; k++)
        if (amount > 0 && fabs(curve[k].amount - amount) <= 1e-4 * amount)
            curve[k].seconds = seconds; /* amounts of another version are not used */
    return true;
}

static bool read_line(const char **at, gla_rates *measured)
{
    char name[60];
    for (int i = 0; i < GLA_CURVES; i++)
        if (skip(at, curve_name(i, name, sizeof name)))
            return read_point(at, gla_rates_curve(measured, i));
    if (skip(at, "start"))
        return read_seconds(at, &measured->start);
    for (int work = 0; work < GLA_WORKS; work++) {
        snprintf(name, sizeof name, "first %s", gla_work_names[work]);
        if (skip(at, name))
            return read_seconds(at, &measured->first[work]);
    }
    return false;
}

/* Copy the value of the next line, which begins with `name`. */
static bool read_text(const char **at, const char *name, char *value, size_t size)
{
    if (!skip(at, name))
        return false;
    size_t n = strcspn(*at, "\n");
    bool good = (*at)[n] == '\n' && n < size;
    if (good)
        snprintf(value, size, "%.*s", (int)n, *at);
    *at += n + good;
    return good;
}

static bool read_hardware(const char **at, gla_hardware *h)
{
    double cores = 0;
    *h = (gla_hardware){.cores = 0};
    bool good = read_text(at, "processor", h->processor, sizeof h->processor) && skip(at, "cores") &&
                read_number(at, '\n', &cores) && read_text(at, "card", h->card, sizeof h->card);
    h->cores = cores < 1e6 ? (int)cores : 0;
    return good;
}

static bool is_same(const gla_hardware *a, const gla_hardware *b)
{
    return strcmp(a->processor, b->processor) == 0 && a->cores == b->cores && strcmp(a->card, b->card) == 0;
}

bool gla_rates_read(const char *text, const gla_hardware *hardware, gla_rates *measured, char *reason, size_t size)
{
    gla_hardware its;
    const char *at = text;
    double expected = -1;
    int n = 0;
    gla_rates_unmeasured(measured);
    if (strncmp(at, VERSION_LINE "\n", sizeof VERSION_LINE) != 0) {
        snprintf(reason, size, "it does not begin with \"" VERSION_LINE "\"");
        return false;
    }
    at += sizeof VERSION_LINE;
    bool good = read_hardware(&at, &its);
    if (good && !is_same(&its, hardware)) {
        snprintf(reason, size, "it is for %s, %d cores, %s", its.processor, its.cores, *its.card ? its.card : "no accelerator");
        return false;
    }
    for (; good && strncmp(at, "end ", 4) != 0; n++)
        good = read_line(&at, measured);
    good = good && skip(&at, "end") && read_number(&at, '\n', &expected) && expected == n && !*at;
    if (!good) {
        snprintf(reason, size, "it is incomplete or damaged");
        gla_rates_unmeasured(measured);
    }
    return good;
}

/* ---- the files ------------------------------------------------------------------------------------------------------- */
static uint64_t hash(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h;
}

static unsigned short_hash(uint64_t h)
{
    return (unsigned)(h ^ h >> 32);
}

static void name_file(const gla_hardware *hardware, char name[NAME])
{
    char cores[20];
    snprintf(cores, sizeof cores, "\n%d\n", hardware->cores);
    uint64_t h = hash(hash(hash(0xcbf29ce484222325u, hardware->processor), cores), hardware->card);
    snprintf(name, NAME, GLA_RATES_PREFIX "%08x", short_hash(h));
}

/* Read a whole file. Return false if it does not exist, or, with the reason, if it is not a plain file of a trusted owner. */
static bool read_file(int folder, const char *name, char text[LONGEST + 1], char *reason, size_t size)
{
    struct stat s, owner;
    *reason = '\0';
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        if (errno != ENOENT)
            snprintf(reason, size, "it cannot be opened: %s", strerror(errno));
        return false;
    }
    bool is_owned = !fstat(fd, &s) && !fstat(folder, &owner) && S_ISREG(s.st_mode) && !(s.st_mode & 022) &&
                    (s.st_uid == owner.st_uid || s.st_uid == 0);
    ssize_t n = is_owned ? read(fd, text, LONGEST + 1) : -1;
    close(fd);
    if (n < 0 || n > LONGEST || memchr(text, 0, (size_t)n)) {
        snprintf(reason, size, "it is %s", is_owned ? "not a text of rates" : "not a file that only its owner can write");
        return false;
    }
    text[n] = '\0';
    return true;
}

/* Find a file for other hardware, so that `gpulinalg info` can say that there is one. */
static void find_other(int folder, const char *place, const gla_hardware *hardware, gla_rates_source *source)
{
    char text[LONGEST + 1], reason[300];
    gla_rates unused;
    int again = dup(folder);
    DIR *d = again < 0 ? NULL : fdopendir(again);
    if (!d && again >= 0)
        close(again);
    for (struct dirent *e; d && !*source->ignored && (e = readdir(d));)
        if (strncmp(e->d_name, GLA_RATES_PREFIX, strlen(GLA_RATES_PREFIX)) == 0 && !strchr(e->d_name, '.') &&
            read_file(folder, e->d_name, text, reason, sizeof reason) &&
            !gla_rates_read(text, hardware, &unused, reason, sizeof reason))
            snprintf(source->ignored, sizeof source->ignored, "%.250s/%.40s: %s", place, e->d_name, reason);
    if (d)
        closedir(d);
}

static bool load_from(int folder, const char *place, const gla_hardware *hardware, gla_rates *measured,
                      gla_rates_source *source)
{
    char text[LONGEST + 1], reason[300], name[NAME];
    if (folder < 0)
        return false;
    name_file(hardware, name);
    bool found = read_file(folder, name, text, reason, sizeof reason) &&
                 gla_rates_read(text, hardware, measured, reason, sizeof reason);
    if (found) {
        snprintf(source->file, sizeof source->file, "%.300s/%s", place, name);
        snprintf(source->hash, sizeof source->hash, "%08x", short_hash(hash(0xcbf29ce484222325u, text)));
    } else if (*reason)
        snprintf(source->ignored, sizeof source->ignored, "%.250s/%s: %s", place, name, reason);
    else
        find_other(folder, place, hardware, source);
    close(folder);
    return found;
}

bool gla_rates_load(const gla_hardware *hardware, const void *neighbour, gla_rates *measured, gla_rates_source *source)
{
    char place[400], reason[400];
    *source = (gla_rates_source){.file = ""};
    gla_rates_unmeasured(measured);
    int folder = gla_cache_folder(false, reason, sizeof reason);
    if (!gla_name_cache_folder(place, sizeof place))
        *place = '\0';
    if (load_from(folder, place, hardware, measured, source))
        return true;
    return load_from(gla_shared_folder(neighbour, false, place, sizeof place), place, hardware, measured, source);
}

static bool write_file(int folder, const char *name, const char *text, bool shared)
{
    char part[NAME + 40];
    size_t n = strlen(text);
    snprintf(part, sizeof part, "%s.%ld.tmp", name, (long)getpid());
    unlinkat(folder, part, 0);
    int fd = openat(folder, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
    bool good = fd >= 0 && write(fd, text, n) == (ssize_t)n && (!shared || fchmod(fd, 0644) == 0);
    if (fd >= 0)
        good = close(fd) == 0 && good;
    if (fd >= 0 && (!good || renameat(folder, part, folder, name))) {
        unlinkat(folder, part, 0);
        good = false;
    }
    return good;
}

gla_status gla_rates_save(const gla_hardware *hardware, const void *neighbour, bool shared, const gla_rates *measured,
                          gla_rates_source *source)
{
    gla_writer w = GLA_WRITER("calibrate");
    char *text, place[400], name[NAME];
    *source = (gla_rates_source){.file = ""};
    gla_rates_write(&w, measured, hardware);
    gla_status st = gla_writer_finish(&w, &text);
    if (st)
        return st;
    int folder = shared ? gla_shared_folder(neighbour, true, place, sizeof place) : gla_cache_folder(true, place, sizeof place);
    name_file(hardware, name);
    if (folder < 0)
        st = gla_fail(GLA_DEVICE_ERROR, "calibrate: the folder for the rates is %.300s", place);
    else if (!write_file(folder, name, text, shared))
        st = gla_fail(GLA_DEVICE_ERROR, "calibrate: the rates cannot be written: %s", strerror(errno));
    if (folder >= 0)
        close(folder);
    if (!shared && !gla_name_cache_folder(place, sizeof place))
        *place = '\0';
    snprintf(source->file, sizeof source->file, "%.300s/%s", place, name);
    snprintf(source->hash, sizeof source->hash, "%08x", short_hash(hash(0xcbf29ce484222325u, text)));
    gla_free(text);
    return st;
}
