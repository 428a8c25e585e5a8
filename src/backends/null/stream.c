/* stream.c - Streams of the null backend.  No work is ever pending in a stream, but the streams log which stream waits for
 * which. */
#include "config.h"
#include "null.h"
#include "runtime/allocation.h"
#include "runtime/interrupt.h"
#include "contract/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Streams are numbered in the order of creation, including the default streams of null:0 and null:1. */
typedef struct queue {
    int number;
} queue;

static int queues;
static char diary[400];

const char *gla_null_log(void)
{
    return diary;
}

void gla_null_forget(void)
{
    *diary = '\0';
}

static void write_down(const char *word, int number)
{
    size_t used = strlen(diary);
    snprintf(diary + used, sizeof diary - used, "%s%s%d", used && *word != '<' ? " " : "", word, number);
}

static gla_status create(gla_device *dev, void **stream)
{
    gla_status st = gla_null_trap(dev, "create");
    queue *q = st ? NULL : gla_malloc(sizeof *q);
    if (!q)
        return st ? st : gla_fail_memory("new_stream", sizeof *q);
    q->number = queues++;
    *stream = q;
    return GLA_OK;
}

/* Wait for the number of seconds in GPULINALG_NULL_BUSY, unless the user interrupts. */
static gla_status synchronize(gla_device *dev, void *stream)
{
    const char *busy = secure_getenv("GPULINALG_NULL_BUSY");
    (void)stream;
    for (double left = busy ? atof(busy) : 0; left > 0; left -= 0.01) {
        if (gla_interrupted())
            return gla_fail(GLA_INTERRUPTED_ERROR,
                            "synchronize: interrupted while waiting for %s; work on the device continues", dev->name);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    return gla_null_trap(dev, "synchronize");
}

static gla_status query(gla_device *dev, void *stream, bool *done)
{
    (void)stream;
    *done = true;
    return gla_null_trap(dev, "query");
}

static gla_status join(gla_device *dev, void *stream, void *other)
{
    write_down("", ((queue *)stream)->number);
    write_down("<", ((queue *)other)->number);
    return gla_null_trap(dev, "join");
}

/* Foreign streams are logged with an f. */
static gla_status sync_external(gla_device *dev, void *stream, uintptr_t native, bool it_waits)
{
    if (it_waits)
        write_down("f", (int)native);
    else
        write_down("", ((queue *)stream)->number);
    write_down(it_waits ? "<" : "<f", it_waits ? ((queue *)stream)->number : (int)native);
    return gla_null_trap(dev, "sync_external");
}

static uintptr_t native(void *stream)
{
    return 100 + (uintptr_t)((queue *)stream)->number;
}

gla_status gla_null_synchronize(gla_device *dev)
{
    write_down("all", dev->index);
    return gla_null_trap(dev, "synchronize");
}

static gla_status event_record(gla_device *dev, void *stream, bool timing, void **event)
{
    (void)timing;
    *event = stream; /* an event is represented by the stream that has recorded it */
    return gla_null_trap(dev, "event_record");
}

static void event_free(gla_device *dev, void *event)
{
    (void)dev;
    write_down("free", ((queue *)event)->number);
}

static gla_status event_synchronize(gla_device *dev, void *event)
{
    return synchronize(dev, event);
}

static gla_status event_query(gla_device *dev, void *event, bool *done)
{
    return query(dev, event, done);
}

static gla_status event_wait(gla_device *dev, void *stream, void *event)
{
    return join(dev, stream, event);
}

static gla_status event_elapsed(gla_device *dev, void *start, void *end, double *milliseconds)
{
    *milliseconds = ((queue *)end)->number - ((queue *)start)->number;
    return gla_null_trap(dev, "event_elapsed");
}

const gla_stream_ops gla_null_stream_ops = {
    .create = create,
    .synchronize = synchronize,
    .query = query,
    .join = join,
    .sync_external = sync_external,
    .native = native,
    .event_record = event_record,
    .event_free = event_free,
    .event_synchronize = event_synchronize,
    .event_query = event_query,
    .event_wait = event_wait,
    .event_elapsed = event_elapsed,
};
