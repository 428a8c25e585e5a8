/* stream.c - Streams of a device, their users, and the current stream of each thread. */
#include "runtime/stream.h"
#include "contract/stream.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include <pthread.h>
#include <stdlib.h>

atomic_bool gla_several_streams;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards dev->streams and `in_use` */
static uint64_t in_use[GLA_MAX_DEVICES];                 /* a bit for each slot whose stream has users */

/* Streams that a thread has made current on each device. The references are dropped when the thread ends. */
static _Thread_local gla_stream **current;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void forget(void *streams)
{
    for (int i = 0; i < GLA_MAX_DEVICES; i++)
        gla_object_unref(((gla_stream **)streams)[i]);
    free(streams);
}

static void make_key(void)
{
    pthread_key_create(&key, forget);
}

/* Called when the last user of the stream is gone. The stream stays in its slot for the next user. */
static void retire(void *object)
{
    gla_stream *s = object;
    pthread_mutex_lock(&lock);
    in_use[s->object.dev->number] &= ~(UINT64_C(1) << s->slot);
    pthread_mutex_unlock(&lock);
    gla_free(s);
}

const gla_class gla_stream_class = {.name = "Stream", .destroy = retire};

static gla_stream *current_of(const gla_device *dev)
{
    gla_stream *s = current ? current[dev->number] : NULL;
    return s ? s : atomic_load_explicit(&dev->streams[0], memory_order_acquire);
}

const gla_stream *gla_stream_current(const gla_device *dev)
{
    return current_of(dev);
}

void *gla_stream_state(const gla_device *dev)
{
    return current_of(dev)->state;
}

/* Create the stream object of a slot when the slot is first used. The object is kept until the process ends. */
static gla_status fill_slot(gla_device *dev, int slot)
{
    gla_stream *s = gla_object_new("new_stream", &gla_stream_class, dev, sizeof *s);
    if (!s)
        return gla_last_status();
    s->slot = slot;
    const gla_stream_ops *ops = dev->backend->stream;
    gla_status st = ops ? ops->create(dev, &s->state) : GLA_OK;
    if (st)
        gla_free(s);
    else
        atomic_store_explicit(&dev->streams[slot], s, memory_order_release);
    return st;
}

gla_status gla_stream_open_default(gla_device *dev)
{
    return dev->streams[0] ? GLA_OK : fill_slot(dev, 0);
}

/* A user's stream is a separate object, and destroying that object frees the slot. */
static gla_stream *user_object(gla_stream *kept)
{
    gla_stream *s = gla_object_new("new_stream", &gla_stream_class, kept->object.dev, sizeof *s);
    if (s) {
        s->slot = kept->slot;
        s->state = kept->state;
    }
    return s;
}

gla_status gla_stream_new(gla_device *dev, gla_stream **stream)
{
    gla_status st = GLA_OK;
    int slot = 1;
    pthread_mutex_lock(&lock);
    uint64_t *used = &in_use[dev->number];
    while (slot < GLA_MAX_STREAMS && *used & UINT64_C(1) << slot)
        slot++;
    if (slot == GLA_MAX_STREAMS)
        st = gla_fail(GLA_NOT_SUPPORTED_ERROR, "new_stream: %d streams of %s are in use; release some", slot - 1, dev->name);
    else if (!dev->streams[slot])
        st = fill_slot(dev, slot);
    if (!st && (*stream = user_object(dev->streams[slot])))
        *used |= UINT64_C(1) << slot;
    pthread_mutex_unlock(&lock);
    atomic_store(&gla_several_streams, true);
    return st || *stream ? st : gla_last_status();
}

/* Allocate the thread's table of current streams when the thread first sets a current stream. */
static gla_status remember_streams(void)
{
    if (current)
        return GLA_OK;
    pthread_once(&once, make_key);
    current = calloc(GLA_MAX_DEVICES, sizeof *current);
    if (!current || pthread_setspecific(key, current))
        return gla_fail_memory("set_stream", GLA_MAX_DEVICES * sizeof *current);
    return GLA_OK;
}

gla_status gla_set_stream(const gla_stream *stream)
{
    gla_status st = stream ? remember_streams() : GLA_OK;
    for (int i = 0; i < GLA_MAX_DEVICES && current && !st; i++) {
        if (stream && stream->object.dev->number != i)
            continue;
        gla_stream *before = current[i];
        current[i] = stream ? gla_object_ref(stream) : NULL;
        gla_object_unref(before);
    }
    return st;
}

gla_status gla_stream_synchronize(const gla_stream *stream)
{
    gla_device *dev = stream->object.dev;
    if (!stream->state)
        return GLA_OK;
    void *work = gla_work_begin(1e9);
    gla_status st = dev->backend->stream->synchronize(dev, stream->state);
    gla_work_end(work);
    return st;
}

gla_status gla_stream_synchronize_all(gla_device *dev)
{
    gla_status st = GLA_OK;
    for (int i = 0; i < GLA_MAX_STREAMS && !st && dev->streams[i]; i++)
        st = gla_stream_synchronize(dev->streams[i]);
    return st;
}

gla_status gla_stream_query(const gla_stream *stream, bool *done)
{
    *done = true;
    gla_device *dev = stream->object.dev;
    return stream->state ? dev->backend->stream->query(dev, stream->state, done) : GLA_OK;
}

gla_status gla_stream_device(const gla_stream *stream, char **text)
{
    *text = NULL;
    return gla_copy_text("stream_device", stream->object.dev->name, text);
}
