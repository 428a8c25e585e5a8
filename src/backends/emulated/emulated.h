/* emulated.h - what the files of the emulated device share. */
#ifndef GLA_BACKENDS_EMULATED_H
#define GLA_BACKENDS_EMULATED_H

#include "backends/device/driver.h"

#define GLA_EMULATED_MAX_GROUP 1024
#define GLA_EMULATED_PARAMETERS 32

/* As kernels/prelude_c.h declares it. */
typedef struct gla_work_item {
    uint32_t local_id, local_size, group_id, group_count;
    void (*barrier)(void), (*yield)(void);
} gla_work_item;

/* What a compiled program says of each of its kernels: source.c writes it. */
typedef struct gla_emulated_kernel {
    const char *name;
    gla_work_item **item; /* the program's pointer to the work-item that runs */
    void (*call)(void **arguments);
    int yields;         /* whether groups wait for one another */
    char *const *local; /* where the program's local memory begins and ends; NULL where that is not known */
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

/* ---- group.c ---- */
gla_status gla_emulated_launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                               const gla_argument *args);
void gla_emulated_watch_launches(void);

#endif
