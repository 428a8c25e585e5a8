/* emulated.h - Declarations shared by the files of the emulated device. */
#ifndef GLA_BACKENDS_EMULATED_H
#define GLA_BACKENDS_EMULATED_H

#include "backends/device/driver.h"

#define GLA_EMULATED_MAX_GROUP 1024
#define GLA_EMULATED_PARAMETERS 32

/* Barriers at which a work-item waits.  The name of a barrier states which work-items meet, and whether they afterwards see
 * each other's writes to global memory. */
typedef enum { GLA_LANES_MEET, GLA_WARP_MEETS, GLA_GROUP_MEETS, GLA_GROUP_MEETS_GLOBALLY } gla_meeting;
/* Kinds of access to memory: plain accesses, and accesses through volatile pointers or by atomic operations. */
typedef enum { GLA_READ_PLAIN, GLA_WRITE_PLAIN, GLA_LOOK, GLA_STORE, GLA_EXCHANGE } gla_access_kind;

/* Must match the declaration in kernels/prelude_c.h. */
typedef struct gla_work_item {
    uint32_t local_id, local_size, group_id, group_count;
    void (*wait_for)(int what, int line), (*yield)(void), (*fence)(void);
    void (*watch)(const void *p, unsigned size, int kind, const void *code);
} gla_work_item;

/* Description of a kernel of a compiled program; source.c writes it. */
typedef struct gla_emulated_kernel {
    const char *name;
    gla_work_item **item; /* the program's pointer to the running work-item */
    void (*call)(void **arguments);
    int yields;         /* nonzero if groups wait for one another */
    int is_watched;     /* nonzero if the kernel calls gla_work_item.watch before each access to memory */
    char *const *local; /* begin and end of the program's local memory, then of the local memory sized by launches; NULL if
                         * unknown */
    int n;
    unsigned sizes[GLA_EMULATED_PARAMETERS]; /* size in bytes of each parameter */
} gla_emulated_kernel;

/* ---- source.c ---- */
/* Return the source of a program of kernels/, with a gla_emulated_kernel for each kernel, in memory from gla_malloc. */
char *gla_emulated_source(const char *file, const char *defines);

/* ---- compile.c ---- */
/* Compile and load the source, or load the compiled program from the disk cache.  *library is the handle of dlopen. */
gla_status gla_emulated_compile(const char *what, const char *source, void **library);

/* ---- program.c ---- */
gla_status gla_emulated_find(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel);
/* Make a fork wait for the lock.  The two functions are defined in program.c and group.c. */
void gla_emulated_watch_programs(void);

/* ---- fiber.c: coroutines with stacks of their own ---- */
/* Resume coroutine i where it paused, or start `body` if the coroutine has ended.  Return when the coroutine calls
 * gla_fiber_pause or when `body` returns; in the latter case return true.  Set *failed if there is no memory for the stack. */
bool gla_fiber_resume(int i, void (*body)(void), bool *failed);
void gla_fiber_pause(void);
/* Discard all paused coroutines. */
void gla_fiber_reset(void);
/* Return true if the address is on the stack of the running coroutine. */
bool gla_fiber_holds(const void *p);

/* ---- group.c ---- */
gla_status gla_emulated_launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                               const gla_argument *args);
void gla_emulated_watch_launches(void);

/* ---- race.c: unordered accesses to memory in a launch; only for kernels with is_watched ---- */
/* Begin a launch.  `item` is the running work-item.  If side_by_side, all groups run concurrently. */
void gla_race_begin(const gla_emulated_kernel *k, gla_work_item *item, bool side_by_side);
/* Begin a group whose work-items are `threads` coroutines, beginning at number `first`. */
void gla_race_group(int first, int threads);
/* Record that coroutines first, ..., first + count - 1 have met at a barrier. */
void gla_race_meeting(int first, int count, gla_meeting what);
/* Return GLA_DEVICE_ERROR if a race has been found since gla_race_begin. */
gla_status gla_race_end(const char *op);

/* ---- place.c ---- */
/* Keep the file of the library loaded from `path` open, so that source lines can be found even if the file is removed. */
void gla_place_keep(const char *path);
/* Write the file and line of a code address, or "?" and the offset if they are unknown. */
void gla_place_name(const void *code, char *name, size_t size);

#endif
