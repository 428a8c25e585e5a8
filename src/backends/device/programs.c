/* programs.c - Find programs and kernels by small keys.
 *
 * Kernels that have been found are stored in a table that only grows, so the table is read without a lock.  Equal literals in
 * two files may have two addresses.  A kernel may therefore have two entries, but the backend, which compares the compiled
 * sources, compiles one program. */
#include "programs.h"
#include "runtime/lock.h"
#include "runtime/allocation.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define BUCKETS 1024

typedef struct key {
    const gla_device *dev;
    const char *name;
    gla_device_program program; /* without padding, so that keys can be compared with memcmp */
} key;
#define WORDS 8
_Static_assert(sizeof(key) == WORDS * sizeof(uint64_t), "a key is words without gaps");

typedef struct entry {
    struct entry *next;
    key key;
    void *kernel;
} entry;

static _Atomic(entry *) table[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects additions */

static unsigned bucket_of(const key *k)
{
    uint64_t words[WORDS], h = 0;
    memcpy(words, k, sizeof words);
    for (int i = 0; i < WORDS; i += 2)
        h = (h ^ words[i] ^ words[i + 1] * 0xff51afd7ed558ccdu) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    return (unsigned)(h % BUCKETS);
}

static const entry *look(unsigned bucket, const key *k)
{
    const entry *e = atomic_load_explicit(&table[bucket], memory_order_acquire);
    while (e && memcmp(&e->key, k, sizeof *k) != 0)
        e = e->next;
    return e;
}

static gla_status add(unsigned bucket, const key *k, void *kernel)
{
    entry *e = gla_malloc(sizeof *e);
    if (!e)
        return gla_fail_memory(k->program.file, sizeof *e);
    *e = (entry){.key = *k, .kernel = kernel};
    gla_lock(&lock);
    e->next = atomic_load_explicit(&table[bucket], memory_order_relaxed);
    atomic_store_explicit(&table[bucket], e, memory_order_release);
    pthread_mutex_unlock(&lock);
    return GLA_OK;
}

gla_status gla_device_lines(const gla_device_program *p, char **lines)
{
    gla_writer w = GLA_WRITER(p->file);
    p->put(&w, p);
    return gla_writer_finish(&w, lines);
}

gla_status gla_device_find(gla_device *dev, const gla_device_program *p, const char *name, void **kernel)
{
    const key k = {.dev = dev, .name = name, .program = *p};
    unsigned bucket = bucket_of(&k);
    const entry *e = look(bucket, &k);
    char *lines;
    if (e) {
        *kernel = e->kernel;
        return GLA_OK;
    }
    gla_status st = gla_device_lines(p, &lines);
    if (!st)
        st = gla_device_driver.kernel(dev, p->file, lines, name, kernel);
    gla_free(lines);
    return st ? st : add(bucket, &k, *kernel);
}

static void put_type(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    if (p->of)
        gla_put_text(w, p->of);
}

gla_device_program gla_device_typed(const char *file, gla_dtype dtype)
{
    return (gla_device_program){.file = file, .put = put_type, .numbers = {(uint16_t)dtype}};
}

gla_device_program gla_device_typed_with(const char *file, gla_dtype dtype, const char *more)
{
    gla_device_program p = gla_device_typed(file, dtype);
    p.of = more;
    return p;
}

void gla_put_size(gla_writer *w, const gla_device_program *p)
{
    gla_put(w, p->numbers[0] == 16 ? "#define T complex128\n" : "#define T uint%d\n", 8 * p->numbers[0]);
}

gla_device_program gla_device_sized(const char *file, gla_dtype dtype)
{
    return (gla_device_program){.file = file, .put = gla_put_size, .numbers = {(uint16_t)gla_itemsize(dtype)}};
}
