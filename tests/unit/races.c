/* races.c - Race detection of the emulated device: kernels with known races, which it must report, and similar ones without
 * races. */
#include "backends/emulated/emulated.h"
#include "tap.h"

#include <stdlib.h>

#define THREADS 64

/* Line 1 is the first kernel. */
static const char source[] =
    "KERNEL reversed(GLOBAL int *x) { LOCAL int v[64]; v[LOCAL_ID] = x[LOCAL_ID]; x[LOCAL_ID] = v[63 - LOCAL_ID]; }\n"
    "KERNEL reversed_right(GLOBAL int *x)\n"
    "{ LOCAL int v[64]; v[LOCAL_ID] = x[LOCAL_ID]; BARRIER(); x[LOCAL_ID] = v[63 - LOCAL_ID]; }\n"
    "KERNEL in_turns(GLOBAL int *x)\n"
    "{ LOCAL int v[64]; for (int k = 0; k < 2; k++) { v[LOCAL_ID] = k; BARRIER(); x[LOCAL_ID] = v[(LOCAL_ID + 1) % 64]; } }\n"
    "KERNEL shared_word(GLOBAL int *x) { if (LOCAL_ID % 32 == 0) x[0] = (int)LOCAL_ID; }\n"
    "KERNEL marked_word(GLOBAL int *x) { MARK(x, 1); }\n"
    "KERNEL counted(GLOBAL int *x) { ATOMIC_ADD(x, 1); }\n"
    "KERNEL counted_and_read(GLOBAL int *x) { ATOMIC_ADD(x, 1); x[1 + LOCAL_ID] = x[0]; }\n"
    "KERNEL bytes(GLOBAL int *x) { GLOBAL uint8 *b = (GLOBAL uint8 *)x; b[LOCAL_ID] = 1; }\n"
    "KERNEL word_of_bytes(GLOBAL int *x) "
    "{ GLOBAL uint8 *b = (GLOBAL uint8 *)x; if (LOCAL_ID) b[LOCAL_ID] = 1; else x[1] = 1; }\n"
    "KERNEL of_global(GLOBAL int *x) { x[LOCAL_ID] = 1; BARRIER(); x[64 + LOCAL_ID] = x[63 - LOCAL_ID]; }\n"
    "KERNEL of_global_right(GLOBAL int *x) { x[LOCAL_ID] = 1; GLOBAL_BARRIER(); x[64 + LOCAL_ID] = x[63 - LOCAL_ID]; }\n"
    "KERNEL in_warps(GLOBAL int *x)\n"
    "{ LOCAL int v[64]; int lane = LOCAL_ID ^ 1; v[LOCAL_ID] = 1; WARP_BARRIER(); x[LOCAL_ID] = v[lane]; }\n"
    "KERNEL across_warps(GLOBAL int *x)\n"
    "{ LOCAL int v[64]; v[LOCAL_ID] = 1; WARP_BARRIER(); x[LOCAL_ID] = v[63 - LOCAL_ID]; }\n"
    "KERNEL by_shuffle(GLOBAL int *x)\n"
    "{ LOCAL int v[64]; v[LOCAL_ID] = 1; x[64 + LOCAL_ID] = SHUFFLE(1, 0); x[LOCAL_ID] = v[LOCAL_ID ^ 1]; }\n"
    "KERNEL some_warps(GLOBAL int *x) { if (LOCAL_ID < 32) { WARP_BARRIER(); x[LOCAL_ID] = 1; } BARRIER(); }\n"
    "KERNEL apart(GLOBAL int *x) { if (LOCAL_ID < 32)\nBARRIER();\nelse\nBARRIER(); }\n"
    "KERNEL unwritten(GLOBAL int *x) { LOCAL int v[64]; if (LOCAL_ID) v[LOCAL_ID] = 1; x[LOCAL_ID] = v[LOCAL_ID]; }\n"
    "KERNEL of_groups(GLOBAL int *x) { if (LOCAL_ID == 0) x[0] = 1; }\n"
    "KERNEL of_groups_right(GLOBAL int *x) { if (LOCAL_ID == 0) x[GROUP_ID] = 1; }\n"
    "KERNEL after_flag(GLOBAL int *x) { volatile GLOBAL int *flag = x; if (LOCAL_ID) return; \n"
    "if (GROUP_ID == 0) { x[1] = 5; GROUP_FENCE(); *flag = 1; } else if (*flag) x[2] = x[1]; }\n"
    "KERNEL without_fence(GLOBAL int *x) { volatile GLOBAL int *flag = x; if (LOCAL_ID) return; \n"
    "if (GROUP_ID == 0) { x[1] = 5; *flag = 1; } else if (*flag) x[2] = x[1]; }\n";

static const struct {
    const char *kernel;
    int groups;
    const char *message; /* NULL if there is no race */
} kernels[] = {
    {"reversed", 1, "reads local memory at races:1"},
    {"reversed_right", 1, NULL},
    {"in_turns", 1, "reads local memory at races:5"},
    {"shared_word", 1, "work-item 32 of group 0 writes at races:6"},
    {"marked_word", 1, NULL},
    {"counted", 2, NULL},
    {"counted_and_read", 1, "global memory at races:9"},
    {"bytes", 1, NULL},
    {"word_of_bytes", 1, "race in kernel \"word_of_bytes\""},
    {"of_global", 1, "race in kernel \"of_global\""},
    {"of_global_right", 1, NULL},
    {"in_warps", 1, NULL},
    {"across_warps", 1, "race in kernel \"across_warps\""},
    {"by_shuffle", 1, "race in kernel \"by_shuffle\""},
    {"some_warps", 1, NULL},
    {"apart", 1, "wait at different barriers of kernel \"apart\""},
    {"unwritten", 1, "work-item 0 of group 0 reads local memory"},
    {"of_groups", 2, "work-item 0 of group 1 writes at"},
    {"of_groups_right", 2, NULL},
    {"after_flag", 2, NULL},
    {"without_fence", 2, "race in kernel \"without_fence\""},
};

static bool is_reported(int i)
{
    int x[4 * THREADS] = {0};
    const gla_argument args[] = {GLA_BUFFER(x)};
    void *kernel = NULL;
    gla_status st = gla_emulated_find(NULL, "races", source, kernels[i].kernel, &kernel);
    if (!st)
        st = gla_emulated_launch("test", NULL, kernel, kernels[i].groups, THREADS, 1, args);
    bool right = kernels[i].message ? st == GLA_DEVICE_ERROR && strstr(gla_last_message(), kernels[i].message) : !st;
    ok(right, "%s: %s", kernels[i].kernel, st ? gla_last_message() : "no race");
    return right;
}

int main(void)
{
    setenv("GPULINALG_EMULATED_FLAGS", "-DEMULATED_RACES -DEMULATED_WARPS", 1);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        is_reported((int)i);
    return done();
}
