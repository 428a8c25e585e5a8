/* emulated.h - what the files of the emulated device share. */
#ifndef GLA_BACKENDS_EMULATED_H
#define GLA_BACKENDS_EMULATED_H

#include "backends/device/driver.h"

#define GLA_EMULATED_MAX_GROUP 1024
#define GLA_EMULATED_PARAMETERS 32

/* What a work-item waits for, and which memory of its group it sees written then. */
typedef enum { GLA_LANES_MEET, GLA_WARP_MEETS, GLA_GROUP_MEETS, GLA_GROUP_MEETS_GLOBALLY } gla_meeting;
/* An access to memory: plain ones, and by volatile pointers or atomic operations. */
typedef enum { GLA_READ_PLAIN, GLA_WRITE_PLAIN, GLA_LOOK, GLA_STORE, GLA_EXCHANGE } gla_access_kind;

/* As kernels/prelude_c.h declares it. */
typedef struct gla_work_item {
    uint32_t local_id, local_size, group_id, group_count;
    void (*wait_for)(int what, int line), (*yield)(void), (*fence)(void);
    void (*watch)(const void *p, unsigned size, int kind, const void *code);
} gla_work_item;

/* What a compiled program says of each of its kernels: source.c writes it. */
typedef struct gla_emulated_kernel {
    const char *name;
    gla_work_item **item; /* the program's pointer to the work-item that runs */
    void (*call)(void **arguments);
    int yields;         /* whether groups wait for one another */
    int is_watched;     /* whether it calls gla_work_item.watch before each access to memory */
    char *const *local; /* where the program's local memory begins and ends, and that which launches size; NULL if not known */
    int n;
    unsigned sizes[GLA_EMULATED_PARAMETERS]; /* bytes of its parameters */
} gla_emulated_kernel;

/* ---- source.c ---- */
/* The source of a program of kernels/, with a gla_emulated_kernel for each kernel; gla_malloc'ed. */
char *gla_emulated_source(const char *file, const char *defines);

/* ---- compile.c ---- */
/* Compile and load it, from the disk cache where that has it; *library is dlopen's handle. */
gla_status gla_emulated_compile(const char *what, const char *source, void **library);

/* ---- program.c ---- */
gla_status gla_emulated_find(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel);
/* Here and in group.c: a fork waits for the lock. */
void gla_emulated_watch_programs(void);

/* ---- fiber.c: coroutines on stacks of their own ---- */
/* Run coroutine i from where it stopped: `body` from its beginning, when that has returned before.  Back when it calls
 * gla_fiber_pause or body has returned, then true.  *failed when there is no memory for its stack. */
bool gla_fiber_resume(int i, void (*body)(void), bool *failed);
void gla_fiber_pause(void);
/* Forget all that has been paused. */
void gla_fiber_reset(void);
/* Whether that is on the stack of the coroutine that runs. */
bool gla_fiber_holds(const void *p);

/* ---- group.c ---- */
gla_status gla_emulated_launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                               const gla_argument *args);
void gla_emulated_watch_launches(void);

/* ---- race.c: accesses of a launch that nothing orders; only where the kernel is watched ---- */
/* `item` is the work-item that runs; of groups side by side all are there at once. */
void gla_race_begin(const gla_emulated_kernel *k, gla_work_item *item, bool side_by_side);
/* The group begins, whose work-items are coroutines first, ... */
void gla_race_group(int first, int threads);
/* Coroutines first, ... have met. */
void gla_race_meeting(int first, int count, gla_meeting what);
/* GLA_DEVICE_ERROR where a race was found since it began. */
gla_status gla_race_end(const char *op);

/* ---- place.c ---- */
/* Keep the file of a library that is loaded from `path`, for the names of places in it, even if the path goes away. */
void gla_place_keep(const char *path);
/* The file and line of code; "?" and the offset where they are not known. */
void gla_place_name(const void *code, char *name, size_t size);

#endif
