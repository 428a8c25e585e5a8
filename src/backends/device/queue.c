/* queue.c - Names of queued operations, the clock, and keys of modules. */
#include "config.h"
#include "backends/device/queue.h"

#include "runtime/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void gla_device_list_operations(const char *const operations[GLA_DEVICE_REMEMBERED], unsigned n, char *buf, size_t size)
{
    size_t used = 0;
    const char *last = NULL;
    *buf = '\0';
    for (unsigned i = 0; i < GLA_DEVICE_REMEMBERED; i++) {
        const char *op = operations[(n + i) % GLA_DEVICE_REMEMBERED];
        if (op && op != last && used < size)
            used += (size_t)snprintf(buf + used, size - used, "%s%s", used ? ", " : "", op);
        last = op ? op : last;
    }
}

double gla_device_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool gla_device_wants_waits(void)
{
    static int wanted = -1;
    if (wanted < 0) {
        const char *env = secure_getenv("GPULINALG_SYNC");
        wanted = env && *env && strcmp(env, "0") != 0;
    }
    return wanted;
}

/* Modules may contain zero bytes, so they are written in hexadecimal. */
gla_status gla_device_module_key(const char *op, const gla_program *p, char **key)
{
    gla_writer w = GLA_WRITER(op);
    gla_put(&w, "language %d\n", (int)p->language);
    for (int i = 0; i < p->n_options; i++)
        gla_put(&w, "%s\n", p->options[i]);
    for (int i = 0; i < p->n + p->n_headers; i++) {
        const gla_source *s = i < p->n ? &p->sources[i] : &p->headers[i - p->n];
        gla_put(&w, "%s %zu\n%s\n", i < p->n ? "source" : "header", s->length, s->name);
        if (p->language != GLA_BINARY)
            gla_put_bytes(&w, s->text, s->length);
        for (size_t k = 0; k < s->length && p->language == GLA_BINARY; k++)
            gla_put(&w, "%02x", (unsigned char)s->text[k]);
    }
    return gla_writer_finish(&w, key);
}
