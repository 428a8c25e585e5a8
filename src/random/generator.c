/* generator.c - Streams of random numbers: seeds, states, substreams and children. */
#include "random/random.h"
#include "runtime/interrupt.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include "runtime/budget.h"
#include "runtime/object.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

typedef int32_t int32;
typedef uint32_t uint32;
typedef int64_t int64;
typedef uint64_t uint64;
#define DEVICE static inline
#include "../../kernels/philox.h"

enum { STATE = 4, CHILD_KIND = 2 }; /* number of words of a state; equal to WORDS_CHILD of kernels/random_words.h */

static void destroy(void *object)
{
    gla_random_generator *g = object;
    pthread_mutex_destroy(&g->lock);
    gla_free(g);
}

const gla_class gla_random_generator_class = {.name = "Generator", .destroy = destroy};

static gla_status make(const uint64_t state[STATE], gla_random_generator **generator)
{
    gla_random_generator *g = gla_object_new("Generator", &gla_random_generator_class, NULL, sizeof *g);
    *generator = g;
    if (!g)
        return gla_last_status();
    pthread_mutex_init(&g->lock, NULL);
    g->key = state[0];
    g->position = state[1];
    g->substream = state[2];
    g->children = state[3];
    return GLA_OK;
}

/* Call with the lock held. */
static void copy_state(const gla_random_generator *g, uint64_t state[STATE])
{
    state[0] = g->key;
    state[1] = g->position;
    state[2] = g->substream;
    state[3] = g->children;
}

static void read_state(const gla_random_generator *generator, uint64_t state[STATE])
{
    gla_random_generator *g = (gla_random_generator *)generator;
    gla_lock(&g->lock);
    copy_state(g, state);
    pthread_mutex_unlock(&g->lock);
}

static gla_status draw_seed(const char *op, uint64_t *seed)
{
    char *at = (char *)seed;
    size_t left = sizeof *seed;
    while (left > 0) {
        ssize_t got = getrandom(at, left, 0);
        if (got < 0 && errno != EINTR)
            return gla_fail(GLA_INTERNAL_ERROR, "%s: the system cannot supply random numbers (%s); give a seed", op,
                            strerror(errno));
        if (got > 0) {
            at += got;
            left -= (size_t)got;
        }
    }
    return GLA_OK;
}

gla_status gla_random_read_seed(const char *op, const gla_array *given, uint64_t *seed)
{
    gla_number n = {0};
    if (!given)
        return draw_seed(op, seed);
    gla_status st = gla_read_number(op, "seed", given, &n);
    if (st)
        return st;
    if (!n.is_integer)
        return gla_fail(GLA_DTYPE_ERROR, "%s: seed must be an integer", op);
    if (n.integer < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: seed is negative, but it must be from 0 to 2^64 - 1", op);
    *seed = (uint64_t)n.integer;
    return GLA_OK;
}

gla_status gla_random_new_generator(gla_random_generator **generator, const gla_array *seed)
{
    uint64_t state[STATE] = {0};
    *generator = NULL;
    gla_status st = gla_random_read_seed("Generator", seed, &state[0]);
    return st ? st : make(state, generator);
}

gla_status gla_random_generator_seed(const gla_random_generator *generator, gla_array **out)
{
    *out = NULL;
    return gla_scalar(GLA_UINT64, &generator->key, out);
}

gla_status gla_random_generator_state(const gla_random_generator *generator, gla_array **out)
{
    uint64_t state[STATE];
    int64_t n = STATE;
    void *data;
    *out = NULL;
    gla_status st = gla_array_new_host("Generator.state", GLA_UINT64, 1, &n, out, &data);
    if (st)
        return st;
    read_state(generator, state);
    memcpy(data, state, sizeof state);
    return GLA_OK;
}

static gla_status check_state(const char *op, const gla_array *state, uint64_t words[STATE])
{
    gla_scope s;
    void *data = NULL;
    gla_scope_begin(&s, op);
    if (state->ndim != 1 || state->shape[0] != STATE)
        gla_s_fail(&s, GLA_SHAPE_ERROR, "%s: state must be a vector of %d integers, as returned by Generator.state", op, STATE);
    if (!s.status)
        gla_s_check(&s, gla_check_kept(op, "a state", GLA_UINT64, "state", state));
    gla_device *host = NULL;
    if (!s.status)
        gla_s_check(&s, gla_host_device(&host));
    if (!s.status && gla_s_to_host(&s, gla_s_contiguous(&s, host, GLA_UINT64, state), &data)) {
        memcpy(words, data, sizeof *words * STATE);
        if (words[2] > UINT32_MAX)
            gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the substream of the state must be less than 2^32", op);
    }
    return gla_scope_end(&s);
}

gla_status gla_random_generator_restore(const gla_random_generator *generator, const gla_array *state)
{
    gla_random_generator *g = (gla_random_generator *)generator;
    uint64_t words[STATE] = {0};
    gla_status st = check_state("Generator.restore", state, words);
    if (st)
        return st;
    gla_lock(&g->lock);
    g->key = words[0];
    g->position = words[1];
    g->substream = words[2];
    g->children = words[3];
    pthread_mutex_unlock(&g->lock);
    return GLA_OK;
}

gla_status gla_random_generator_copy(const gla_random_generator *generator, gla_random_generator **made)
{
    uint64_t state[STATE];
    *made = NULL;
    read_state(generator, state);
    return make(state, made);
}

/* Check the number of a substream, and compute the position of the substream. */
static gla_status check_substream(const char *op, const char *name, uint64_t base, int64_t i, uint64_t *substream)
{
    if (i < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %lld, but it must not be negative", op, name, (long long)i);
    if ((uint64_t)i > UINT32_MAX - base)
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: the substream number exceeds 2^32 - 1; use spawn for more streams", op);
    *substream = base + (uint64_t)i;
    return GLA_OK;
}

gla_status gla_random_generator_substream(const gla_random_generator *generator, int64_t index, gla_random_generator **made)
{
    uint64_t state[STATE];
    *made = NULL;
    read_state(generator, state);
    gla_status st = check_substream("Generator.substream", "index", 0, index, &state[2]);
    state[1] = state[3] = 0;
    return st ? st : make(state, made);
}

gla_status gla_random_generator_jump(const gla_random_generator *generator, int64_t n)
{
    gla_random_generator *g = (gla_random_generator *)generator;
    gla_lock(&g->lock);
    gla_status st = check_substream("Generator.jump", "n", g->substream, n, &g->substream);
    if (!st && n > 0)
        g->position = g->children = 0;
    pthread_mutex_unlock(&g->lock);
    return st;
}

gla_status gla_random_generator_advance(const gla_random_generator *generator, int64_t n)
{
    gla_random_generator *g = (gla_random_generator *)generator;
    gla_lock(&g->lock);
    g->position += (uint64_t)n; /* modulo 2^64, so that the position can also move back */
    pthread_mutex_unlock(&g->lock);
    return GLA_OK;
}

/* Create child number `at` of a generator in the given state. */
static gla_status make_child(const uint64_t parent[STATE], uint64_t at, void **child)
{
    gla_random_generator *made = NULL;
    uint64_t state[STATE] = {0}, key = parent[0];
    philox_block b = philox((uint32)at, (uint32)(at >> 32), (uint32)CHILD_KIND << 24, (uint32)parent[2], (uint32)key,
                            (uint32)(key >> 32));
    state[0] = (uint64_t)b.v[1] << 32 | b.v[0];
    gla_status st = make(state, &made);
    *child = made;
    return st;
}

/* Reserve the numbers of n children.  If the children could not be created and no others were reserved since, release the
 * numbers.  A signal handler of the calling program may use the generator in between. */
static void take_children(gla_random_generator *g, uint64_t n, uint64_t state[STATE])
{
    gla_lock(&g->lock);
    copy_state(g, state);
    g->children += n;
    pthread_mutex_unlock(&g->lock);
}

static void return_children(gla_random_generator *g, uint64_t n, const uint64_t state[STATE])
{
    gla_lock(&g->lock);
    if (g->key == state[0] && g->substream == state[2] && g->children == state[3] + n)
        g->children = state[3];
    pthread_mutex_unlock(&g->lock);
}

/* bytes of a generator, of its list element, and of the wrapper object in a scripting language */
#define EACH ((int64_t)(sizeof(gla_random_generator) + 128))

gla_status gla_random_generator_spawn(const gla_random_generator *generator, gla_objects **children, gla_axis n)
{
    gla_random_generator *g = (gla_random_generator *)generator;
    const char *op = "Generator.spawn";
    bool single = n == GLA_NO_AXIS;
    *children = NULL;
    if (single)
        n = 1;
    if (n < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: n is %lld, but it must not be negative", op, (long long)n);
    gla_device *host;
    gla_status st = gla_host_device(&host);
    size_t bytes = n < INT64_MAX / EACH ? sizeof(gla_objects) + (size_t)n * sizeof(void *) : SIZE_MAX;
    if (!st && (n > 0x8000 || bytes == SIZE_MAX))
        st = gla_memory_room(op, host, n < INT64_MAX / EACH ? (size_t)n * EACH : SIZE_MAX, 0);
    if (st)
        return st;
    gla_objects *list = bytes < SIZE_MAX ? gla_malloc(bytes) : NULL;
    if (!list)
        return gla_fail_memory(op, bytes);
    *list = (gla_objects){.v = (void **)(list + 1), .single = single};
    uint64_t state[STATE];
    take_children(g, (uint64_t)n, state);
    for (; !st && list->n < n; list->n += !st) {
        st = list->n % 0x8000 || !gla_interrupted() ? GLA_OK : gla_fail(GLA_INTERRUPTED_ERROR, "%s: interrupted", op);
        if (!st)
            st = make_child(state, state[3] + (uint64_t)list->n, &list->v[list->n]);
    }
    if (st) {
        return_children(g, (uint64_t)n, state);
        gla_objects_free(list);
    } else {
        *children = list;
    }
    return st;
}
