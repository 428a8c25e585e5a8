/* hardware.c - Read the processor and the cards from /proc (hardware.h). */
#include "config.h"
#include "core/hardware.h"
#include "runtime/library.h"

#include <ctype.h>
#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Flops are those that matrix products reach. Cards for graphics and inference compute float64 at 1/32 or 1/64 of float32. */
static const gla_card_class classes[] = {
    {"B200 GB200 ", "B200", 3.5e13, 1.6, .5},
    {"H200 GH200 ", "H200", 5.5e13, 1, .5},
    {"H100 ", "H100", 5e13, .7, .5},
    {"A100 A800 ", "A100", 1.8e13, .4, .5},
    {"A30 ", "A30", 9e12, .2, .5},
    {"V100 GV100 ", "V100", 6.5e12, .19, .5},
    {"P100 ", "P100", 4.2e12, .15, .5},
    {"", "a card with slow float64", 4e11, .1, 1. / 30},
};
enum { CLASSES = sizeof classes / sizeof *classes };

static bool has_word(const char *list, const char *word, size_t length)
{
    for (const char *at = list; *at; at += strcspn(at, " ") + 1)
        if (strcspn(at, " ") == length && strncmp(at, word, length) == 0)
            return true;
    return false;
}

/* Compare the words of a name such as "NVIDIA A100-SXM4-80GB". */
const gla_card_class *gla_card_class_of(const char *model)
{
    for (int i = 0; i < CLASSES - 1; i++)
        for (const char *at = model; *at;) {
            size_t n = 0;
            while (isalnum((unsigned char)at[n]))
                n++;
            if (n && has_word(classes[i].models, at, n))
                return &classes[i];
            at += n ? n : 1;
        }
    return &classes[CLASSES - 1];
}

bool gla_hardware_value(const char *text, const char *name, char *value, size_t size)
{
    size_t length = strlen(name), used = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *at = line + length, *end = line + strcspn(line, "\n");
        if (strncmp(line, name, length) != 0)
            continue;
        at += strspn(at, " \t");
        if (*at++ != ':')
            continue;
        at += strspn(at, " \t");
        for (; at < end && used + 1 < size; at++) /* several blanks become one */
            if (isprint((unsigned char)*at) && !(*at == ' ' && used && value[used - 1] == ' '))
                value[used++] = *at;
        while (used && value[used - 1] == ' ')
            used--;
        value[used] = '\0';
        return used > 0;
    }
    return false;
}

static bool read_value(const char *path, const char *name, char *value, size_t size)
{
    char text[4096];
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = '\0';
    return gla_hardware_value(text, name, value, size);
}

static void read_cards(const char *proc, char *card, size_t size)
{
    char folder[600], path[900], model[100];
    const gla_card_class *best = NULL;
    snprintf(folder, sizeof folder, "%.500s/driver/nvidia/gpus", proc);
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%.550s/%.255s/information", folder, e->d_name);
        if (e->d_name[0] == '.')
            continue;
        if (!read_value(path, "Model", model, sizeof model))
            snprintf(model, sizeof model, "unknown card");
        const gla_card_class *found = gla_card_class_of(model);
        if (best && (found > best || (found == best && strcmp(model, card) >= 0)))
            continue;
        best = found;
        snprintf(card, size, "%s", model);
    }
    if (d)
        closedir(d);
}

/* Return the number of threads of OpenBLAS: what its variables say, or all processors that the process may use. */
static int usable_cores(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? (int)sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
    const char *env = secure_getenv("OPENBLAS_NUM_THREADS");
    if (!env)
        env = secure_getenv("OMP_NUM_THREADS");
    long most = env ? strtol(env, NULL, 10) : 0;
    if (most > 0 && most < n)
        n = (int)most;
    return n < 1 ? 1 : n;
}

/* Processors without a name of their model are told apart by the name of the machine. */
void gla_hardware_read(const char *proc, gla_hardware *hardware)
{
    char path[600], host[64] = "";
    *hardware = (gla_hardware){.cores = usable_cores(), .level = gla_processor_level()};
    snprintf(path, sizeof path, "%.500s/cpuinfo", proc);
    if (!read_value(path, "model name", hardware->processor, sizeof hardware->processor)) {
        gethostname(host, sizeof host - 1);
        snprintf(hardware->processor, sizeof hardware->processor, "processor of %s", host);
    }
    read_cards(proc, hardware->card, sizeof hardware->card);
}
