/* cases.c - Run conformance cases (tests/cases/README.md) in C and print TAP.
 *
 *  usage: cases [--starve] [--device D] [--hex FILE] FILE.case...
 *         cases --devices
 *
 * --starve makes each allocation of each call fail once; --devices lists the available devices. */
#define _GNU_SOURCE /* nftw */
#include "cases.h"

#include <ctype.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *device = "host";
static FILE *hexfile;
static char scratch[] = "/tmp/gpulinalg-cases-XXXXXX"; /* a folder for the files that cases write */
static int count, failed;

void result(const char *problem, const char *name)
{
    char clean[101];
    snprintf(clean, sizeof clean, "%s", name);
    for (char *p; (p = strchr(clean, '#'));)
        *p = ' ';
    printf("%s %d - %s\n", problem ? "not ok" : "ok", ++count, clean);
    if (!problem)
        return;
    failed++;
    for (const char *p = problem; *p; p += strcspn(p, "\n"), p += *p == '\n')
        printf("#   %.*s\n", (int)strcspn(p, "\n"), p);
}

void hex_line(const char *place, const char *name, const value *v)
{
    if (hexfile)
        fprintf(hexfile, "%s %s %s\n", place, name, hex_of(v));
}

/* Return text with every `from` replaced. */
static const char *substitute(const char *text, const char *from, const char *to)
{
    const char *p;
    while ((p = strstr(text, from))) {
        char *made = keep(strlen(text) + strlen(to) + 1);
        sprintf(made, "%.*s%s%s", (int)(p - text), text, to, p + strlen(from));
        text = made;
    }
    return text;
}

static const char *substitute_all(const char *line)
{
    const char *srcdir = getenv("srcdir");
    line = substitute(line, "$DATA", format("%s/tests/data", srcdir ? srcdir : "."));
    return substitute(substitute(line, "$SCRATCH", scratch), "$DEVICE", device);
}

/* Return a boolean property of the device. */
static bool device_has(const char *what)
{
    gla_record *r = NULL;
    bool yes = true;
    if (gla_device_info(&r, device) == GLA_OK)
        for (int i = 0; i < r->n; i++)
            if (strcmp(r->fields[i]->key, what) == 0)
                yes = r->fields[i]->integer != 0;
    gla_record_free(r);
    return yes;
}

/* Return true if the host has sparse direct solvers, which are part of SuiteSparse. */
static bool host_factors(void)
{
    gla_sparse *a = NULL;
    gla_sparse_factorization *f = NULL;
    bool yes = !gla_sparse_eye(1, &a, GLA_NO_AXIS, 0, GLA_NO_DTYPE, "host") && !gla_sparse_factor(a, &f, NULL);
    gla_object_unref(f);
    gla_object_unref(a);
    gla_clear_error();
    return yes;
}

/* Return true if gpulinalg was built with libzip, which reads and writes .npz files. */
static bool has_libzip(void)
{
    gla_sparse *a = NULL;
    bool yes = gla_sparse_load_npz("", &a) != GLA_NOT_SUPPORTED_ERROR || !strstr(gla_last_message(), "built without it");
    gla_clear_error();
    return yes;
}

/* Return a requirement in a "# needs:" line that the device does not meet, or NULL. */
static const char *lacks(const char *line)
{
    words w;
    if (strncmp(line, "# needs:", 8))
        return NULL;
    tokenize(line + 8, &w);
    bool host = strcmp(device, "host") == 0;
    for (int i = 0; i < w.n; i++) {
        const char *need = w.v[i];
        if (!((host && !strcmp(need, "host")) || (!host && !strcmp(need, "gpu")) ||
              ((!strcmp(need, "float64") || !strcmp(need, "kernels")) && device_has(need)) ||
              (!strcmp(need, "direct") && host_factors()) || (!strcmp(need, "libzip") && has_libzip())))
            return need;
    }
    return NULL;
}

/* The lines up to the next `each`, which run once for each of its words. */
typedef struct section {
    const char *variable;
    words values;
    int n, numbers[2000];
    const char *lines[2000];
} section;

static void run_section(section *s, scope *names, const char *file)
{
    for (int k = 0; k < (s->variable ? s->values.n : 1); k++)
        for (int i = 0; i < s->n; i++) {
            const char *line = substitute_all(s->lines[i]), *word = s->variable ? s->values.v[k] : "-";
            if (s->variable)
                line = substitute(line, s->variable, word);
            statement(line, names, format("%s:%d %s", file, s->numbers[i], word));
        }
    s->n = 0;
}

/* Return the line without its comment and surrounding blanks. */
static const char *strip(const char *line)
{
    bool quoted = false;
    size_t n = 0;
    line += strspn(line, " \t");
    for (; line[n] && (quoted || line[n] != '#'); n++)
        if (quoted && line[n] == '\\' && line[n + 1])
            n++;
        else if (line[n] == '"')
            quoted = !quoted;
    while (n && isspace((unsigned char)line[n - 1]))
        n--;
    return keep_text(line, n);
}

static void add_line(section *s, scope *names, const char *file, const char *line, int number)
{
    static words w;
    if (strncmp(line, "each ", 5) == 0) {
        run_section(s, names, file);
        tokenize(line, &w);
        s->variable = w.n > 2 ? format("$%s", w.v[1]) : "$";
        s->values.n = 0;
        for (int i = 3; i < w.n; i++)
            s->values.v[s->values.n++] = w.v[i];
    } else if (s->n < 2000) {
        s->numbers[s->n] = number;
        s->lines[s->n++] = line;
    }
}

static const char *run_lines(FILE *in, const char *name)
{
    static section s;
    static scope names;
    char *raw = NULL;
    size_t room = 0;
    const char *held = "", *need = NULL;
    s.variable = NULL;
    s.n = names.n = 0;
    for (int number = 1, start = 1; !need && getline(&raw, &room, in) > 0; number++) {
        const char *line = strip(raw);
        size_t length;
        need = lacks(raw);
        if (!*held)
            start = number;
        if (*held)
            line = format("%s %s", held, line);
        length = strlen(line);
        held = length && line[length - 1] == '\\' ? keep_text(line, length - 1) : "";
        if (!*held && *line)
            add_line(&s, &names, name, line, start);
    }
    free(raw);
    if (!need)
        run_section(&s, &names, name);
    return need ? format("%s", need) : NULL;
}

static void run_file(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = path;
    for (const char *p = path; slash && p < slash; p++)
        if (*p == '/')
            name = p + 1;
    int before = count;
    int64_t live = gla_live_arrays();
    FILE *in = fopen(path, "r");
    if (!in) {
        result("cannot be read", path);
        return;
    }
    const char *need = run_lines(in, name);
    fclose(in);
    if (need)
        printf("ok %d - %s # SKIP needs %s\n", ++count, name, need);
    else if (count == before)
        result("the file holds no test", name);
    let_go();
    if (gla_live_arrays() != live)
        result(format("%lld arrays", (long long)(gla_live_arrays() - live)), "a call of this file leaks arrays");
}

static int list_devices(void)
{
    gla_strings *names = NULL;
    if (gla_devices(&names))
        return 1;
    for (int64_t i = 0; i < names->n; i++)
        puts(names->v[i]);
    gla_strings_free(names);
    return 0;
}

static void load_devices(void)
{
    gla_strings *names = NULL;
    if (gla_devices(&names) == GLA_OK)
        for (int64_t i = 0; i < names->n; i++)
            gla_synchronize(names->v[i]);
    gla_strings_free(names);
}

static int remove_entry(const char *path, const struct stat *s, int kind, struct FTW *at)
{
    (void)s;
    (void)kind;
    (void)at;
    return remove(path);
}

static void remove_scratch(void)
{
    nftw(scratch, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

int main(int argc, char **argv)
{
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (strcmp(argv[i], "--starve") == 0) {
            starve = true;
            i--;
        } else if (strcmp(argv[i], "--device") == 0)
            device = argv[i + 1];
        else if (strcmp(argv[i], "--hex") == 0 && !(hexfile = fopen(argv[i + 1], "w")))
            break;
    }
    if (i + 1 == argc && strcmp(argv[i], "--devices") == 0)
        return list_devices();
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!mkdtemp(scratch))
        return 2;
    atexit(remove_scratch);
    if (i >= argc || (argv[i][0] == '-') || gla_set_device(device)) {
        fprintf(stderr, "usage: cases [--starve] [--device D] [--hex FILE] FILE.case...\n%s\n", gla_last_message());
        return 2;
    }
    if (starve)
        load_devices(); /* one-time work of the library */
    for (; i < argc; i++)
        run_file(argv[i]);
    printf("1..%d\n", count);
    if (hexfile)
        fclose(hexfile);
    return failed ? 1 : 0;
}
