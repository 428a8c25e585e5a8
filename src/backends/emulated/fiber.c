/* fiber.c - Coroutines for the work-items of a group, all in one system thread.  One thread is used so that a debugger can step
 * through the work-items, and so that the order of events in a kernel is the same in every run. */
#include "config.h"
#include "emulated.h"

#include <sys/mman.h>
#include <ucontext.h>

#define STACK ((size_t)256 << 10)
#define GUARD ((size_t)4096) /* number of protected bytes at the lower end of a stack, which stop an overflow */

typedef struct fiber {
    char *stack;              /* kept after the coroutine has ended */
    bool is_begun, is_within; /* is_begun: it has run; is_within: it is paused within its body */
    void *pointer, *fake;
    ucontext_t context;
} fiber;

static fiber fibers[GLA_EMULATED_MAX_GROUP], caller, *current;
static void (*body_of_all)(void);

/* ---- AddressSanitizer must be told which stack is in use ----------------------------------------------------------------- */
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>

static const void *caller_bottom;
static size_t caller_size;

static void leave(fiber *from, const fiber *to)
{
    bool back = to == &caller;
    __sanitizer_start_switch_fiber(&from->fake, back ? caller_bottom : to->stack + GUARD, back ? caller_size : STACK - GUARD);
}

static void arrive(fiber *at)
{
    const void *bottom;
    size_t size;
    __sanitizer_finish_switch_fiber(at->fake, &bottom, &size);
    if (at != &caller) {
        caller_bottom = bottom;
        caller_size = size;
    }
}
#else
#define leave(from, to) ((void)(from), (void)(to))
#define arrive(at) ((void)(at))
#endif

/* ---- switching ----------------------------------------------------------------------------------------------------------- */
#if defined(__x86_64__)
/* Switch stacks.  swapcontext is not used, because it also exchanges signal masks, and that system call takes longer than most
 * kernels need from barrier to barrier. */
void gla_fiber_switch(void **from, void *to);
__asm__(".text\n"
        ".globl gla_fiber_switch\n"
        ".hidden gla_fiber_switch\n"
        ".type gla_fiber_switch, @function\n"
        "gla_fiber_switch:\n"
        "    pushq %rbp\n    pushq %rbx\n    pushq %r12\n    pushq %r13\n    pushq %r14\n    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n    popq %r14\n    popq %r13\n    popq %r12\n    popq %rbx\n    popq %rbp\n"
        "    ret\n"
        ".size gla_fiber_switch, .-gla_fiber_switch\n");

static void exchange(fiber *from, fiber *to)
{
    gla_fiber_switch(&from->pointer, to->pointer);
}

/* Prepare the stack for gla_fiber_switch: six registers and the return address. */
static void prepare(fiber *f, void (*begin)(void))
{
    void **p = (void **)(f->stack + STACK - 64);
    for (int i = 0; i < 8; i++)
        p[i] = NULL;
    p[6] = (void *)begin;
    f->pointer = p;
}
#else
static void exchange(fiber *from, fiber *to)
{
    swapcontext(&from->context, &to->context);
}

static void prepare(fiber *f, void (*begin)(void))
{
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack + GUARD;
    f->context.uc_stack.ss_size = STACK - GUARD;
    f->context.uc_link = NULL;
    makecontext(&f->context, begin, 0);
}
#endif

static void switch_to(fiber *from, fiber *to)
{
    leave(from, to);
    exchange(from, to);
    arrive(from);
}

static void begin(void)
{
    arrive(current);
    for (;;) {
        body_of_all();
        current->is_within = false;
        switch_to(current, &caller);
    }
}

bool gla_fiber_resume(int i, void (*body)(void), bool *failed)
{
    current = &fibers[i];
    body_of_all = body;
    if (!current->stack) {
        void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (stack == MAP_FAILED || mprotect(stack, GUARD, PROT_NONE)) {
            *failed = true;
            return true;
        }
        current->stack = stack;
    }
    if (!current->is_begun)
        prepare(current, begin);
    current->is_begun = current->is_within = true;
    switch_to(&caller, current);
    return !current->is_within;
}

void gla_fiber_pause(void)
{
    switch_to(current, &caller);
}

bool gla_fiber_holds(const void *p)
{
    const char *at = p;
    return at >= current->stack && at < current->stack + STACK;
}

void gla_fiber_reset(void)
{
    for (int i = 0; i < GLA_EMULATED_MAX_GROUP; i++)
        if (fibers[i].is_within)
            fibers[i].is_begun = fibers[i].is_within = false;
}
