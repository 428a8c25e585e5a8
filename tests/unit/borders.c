/* borders.c - Borrowed memory is not read beyond its borders: each function of arrays, and products of many sizes, with arrays
 * that begin or end at a page border with an inaccessible page on the other side.
 * tags: slow */
#include "hostile.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

static sigjmp_buf before;

static void fault(int number)
{
    (void)number;
    siglongjmp(before, 1);
}

/* Borrowed memory: the accessible pages are in the middle. */
typedef struct loan {
    char *base;
    size_t all;
} loan;

static void give_back(void *owner)
{
    loan *l = owner;
    munmap(l->base, l->all);
    free(l);
}

static void fill(char *data, size_t bytes, gla_dtype dtype)
{
    bool single = dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
    size_t n = bytes / (single ? 4 : dtype < GLA_FLOAT32 ? 1 : 8);
    for (size_t i = 0; i < n; i++) {
        double value = (double)(i * 7919 % 1009) / 1009 + (double)(i % 11 == 0);
        if (single)
            ((float *)data)[i] = (float)value;
        else if (dtype < GLA_FLOAT32)
            data[i] = (char)(i % 2);
        else
            ((double *)data)[i] = value;
    }
}

static gla_array *lend(gla_dtype dtype, int ndim, int64_t rows, int64_t cols, bool at_the_end)
{
    int64_t shape[] = {rows, cols};
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (size_t)(rows * (ndim > 1 ? cols : 1)) * gla_itemsize(dtype);
    size_t inside = (bytes + page - 1) / page * page;
    loan *l = malloc(sizeof *l);
    *l = (loan){mmap(NULL, inside + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), inside + 2 * page};
    if (l->base == MAP_FAILED || mprotect(l->base + page, inside, PROT_READ | PROT_WRITE))
        abort();
    char *data = l->base + page + (at_the_end ? inside - bytes : 0);
    fill(data, bytes, dtype);
    gla_array *a = NULL;
    if (gla_borrow(data, dtype, ndim, shape, NULL, false, give_back, l, &a))
        abort();
    return a;
}

static bool is_lendable(const gla_function *f)
{
    bool some = false;
    for (int i = 0; i < f->required; i++) {
        if (f->arguments[i].form != GLA_FORM_ARRAY && f->arguments[i].form != GLA_FORM_TARGET)
            return false;
        some = true;
    }
    return some && f->manner != GLA_MAKES;
}

/* The first array is a matrix; the others are vectors or matrices that may fit it. */
static void shape_of(int argument, int round, const int64_t size[3], int *ndim, int64_t shape[2])
{
    bool square = round % 2;
    *ndim = argument == 0 && round % 8 < 6 ? 2 : 1 + round / 2 % 2;
    shape[0] = argument == 0 || square ? size[0] : size[1];
    shape[1] = argument == 0 ? square ? size[0] : size[1] : size[2];
}

static void call(const gla_function *f, int round, gla_dtype dtype, const int64_t size[3])
{
    slot in[GLA_MAX_ARGUMENTS];
    gla_array *lent[GLA_MAX_ARGUMENTS] = {NULL};
    gla_status status;
    for (int i = 0; i < f->total; i++) {
        const gla_argument_info *a = &f->arguments[i];
        if (i < f->required) {
            int ndim;
            int64_t shape[2];
            shape_of(i, round, size, &ndim, shape);
            lent[i] = lend(dtype, ndim, shape[0], shape[1], round % 5 != 0);
            in[i] = (slot){.p = lent[i]};
        } else {
            in[i] = (slot){a->value.object, a->value.integer, a->value.real};
            if (a->form == GLA_FORM_DTYPE)
                in[i].n = (int64_t)a->value.dtype;
            else if (a->form == GLA_FORM_MAYBE)
                in[i].n = (int64_t)a->value.maybe;
            else if (a->form == GLA_FORM_BOOL)
                in[i].n = a->value.truth;
        }
    }
    call_function(f, in, ~0u, NULL, &status);
    gla_clear_error();
    for (int i = 0; i < f->required; i++)
        gla_unref(lent[i]);
}

static const gla_dtype dtypes[] = {GLA_FLOAT64, GLA_COMPLEX128, GLA_FLOAT32, GLA_COMPLEX64, GLA_INT8, GLA_BOOL};

/* Sizes below and above the block sizes of kernels. */
static bool run(const gla_function *f, int rounds)
{
    static volatile int round;
    static volatile int64_t size[3];
    static volatile uint64_t random = 88172645463325252u;
    if (sigsetjmp(before, 1)) {
        printf("#   %s, round %d: beyond the border, %s, sizes %d %d %d\n", f->name, round, gla_dtype_name(dtypes[round % 6]),
               (int)size[0], (int)size[1], (int)size[2]);
        return false;
    }
    for (round = 0; round < rounds; round++) {
        for (int i = 0; i < 3; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            size[i] = 1 + (int64_t)(random >> 33) % (random >> 62 ? 24 : 140);
        }
        call(f, round, dtypes[round % 6], (const int64_t[]){size[0], size[1], size[2]});
    }
    return true;
}

/* Blocks of sanitizers may end at a page border, without the margin that the pool adds for OpenBLAS. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

int main(int argc, char **argv)
{
    if (SANITIZED) {
        puts("1..0 # SKIP a sanitizer gives memory without margins");
        return 0;
    }
    int n, rounds = argc > 1 ? atoi(argv[1]) : 24;
    struct sigaction action = {.sa_handler = fault, .sa_flags = SA_NODEFER};
    const gla_function *f = gla_functions(&n);
    setenv("GPULINALG_BACKENDS", "host", 0);
    gla_set_device("host");
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    for (; n-- > 0; f++)
        if (is_lendable(f))
            ok(run(f, strcmp(f->name, "matmul") ? rounds : 20 * rounds), "%s", f->name);
    return done();
}
