/* capabilities.c - the one table of what each operation needs of a backend; `gpulinalg info --ops` shows it. */
#include "core/capabilities.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Where a slot is: its room in gla_backend, its place in the room. */
typedef struct slot {
    bool used;
    size_t room, place;
} slot;

#define MAX_SLOTS 5

typedef struct need {
    const char *operations; /* names with one space between */
    slot slots[MAX_SLOTS];
} need;

#define SLOT(room, name) {true, offsetof(gla_backend, room), offsetof(gla_##room##_ops, name)}

static const need needs[] = {
    {"asarray zeros ones full empty zeros_like ones_like full_like empty_like eye", {SLOT(array, copy)}},
    {"arange linspace", {SLOT(array, range)}},
    {"astype copy to_device array_str reshape", {SLOT(array, copy)}},
    {"permute_dims matrix_transpose expand_dims squeeze broadcast_to", {{0}}},
    {"concat stack", {SLOT(array, copy)}},
    {"flip", {{0}}},
    {"read_table write_table save load", {SLOT(array, copy)}},
    {"getitem", {SLOT(array, gather), SLOT(array, count_nonzero), SLOT(array, nonzero)}},
    {"setitem", {SLOT(array, scatter), SLOT(array, count_nonzero), SLOT(array, nonzero)}},
    {"take", {SLOT(array, gather)}},
    {"where", {SLOT(array, map)}},
    {"add subtract multiply divide floor_divide remainder pow atan2 minimum maximum negative positive abs sign exp expm1 "
     "log log1p log2 log10 sqrt square sin cos tan asin acos atan sinh cosh tanh floor ceil trunc round clip equal "
     "not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not bitwise_and "
     "bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift bitwise_invert isnan isinf isfinite conj real imag",
     {SLOT(array, map)}},
    {"sum prod mean var std min max argmin argmax any all", {SLOT(array, reduce)}},
    {"matmul vecdot outer tensordot", {SLOT(blas, gemm)}},
    {"solve", {SLOT(lapack, gesv)}},
    {"solve_triangular", {SLOT(blas, trsm), SLOT(array, count_nonzero)}},
    {"inv", {SLOT(lapack, gesv)}},
    {"det slogdet", {SLOT(lapack, getrf)}},
    {"cholesky", {SLOT(lapack, potrf), SLOT(array, triangle)}},
    {"qr", {SLOT(lapack, geqrf), SLOT(lapack, orgqr), SLOT(array, triangle)}},
    {"lu", {SLOT(lapack, getrf), SLOT(array, triangle)}},
    {"svd svdvals", {SLOT(lapack, gesvd)}},
    {"eigh eigvalsh", {SLOT(lapack, syevd)}},
    {"eig eigvals", {SLOT(lapack, geev)}},
    {"pinv", {SLOT(lapack, gesvd), SLOT(blas, gemm)}},
    {"matrix_rank", {SLOT(lapack, gesvd)}},
    {"matrix_norm", {SLOT(array, map), SLOT(array, reduce), SLOT(lapack, gesvd)}},
    {"vector_norm", {SLOT(array, map), SLOT(array, reduce)}},
    {"cond", {SLOT(lapack, gesvd)}},
    {"trace", {SLOT(array, reduce)}},
    {"diagonal", {{0}}},
    {"lstsq", {SLOT(lapack, geqrf), SLOT(lapack, ormqr), SLOT(lapack, gesvd), SLOT(blas, trsm), SLOT(array, triangle)}},
};

gla_status gla_each_operation(gla_status (*visit)(const char *operation, const void *slots, void *context), void *context)
{
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        for (const char *p = needs[i].operations; *p; p += strspn(p, " ")) {
            char name[40];
            int length = (int)strcspn(p, " ");
            snprintf(name, sizeof name, "%.*s", length, p);
            gla_status st = visit(name, needs[i].slots, context);
            if (st)
                return st;
            p += length;
        }
    return GLA_OK;
}

/* A room or a slot of an older, shorter backend counts as absent. */
static bool has(const gla_backend *backend, const slot *s)
{
    const char *room;
    void (*function)(void);
    if (s->room + sizeof room > backend->size)
        return false;
    memcpy(&room, (const char *)backend + s->room, sizeof room);
    if (!room)
        return false;
    memcpy(&function, room + s->place, sizeof function);
    return function != NULL;
}

/* Whether the backend has the slot computed by the host's. */
static bool is_on_host(const gla_backend *backend, const slot *s)
{
    static const struct { size_t place; unsigned flag; } flags[] = {
        {offsetof(gla_lapack_ops, gesvd), GLA_GESVD_ON_HOST},
        {offsetof(gla_lapack_ops, syevd), GLA_SYEVD_ON_HOST},
        {offsetof(gla_lapack_ops, geev), GLA_GEEV_ON_HOST},
    };
    for (size_t i = 0; s->room == offsetof(gla_backend, lapack) && i < sizeof flags / sizeof *flags; i++)
        if (flags[i].place == s->place)
            return backend->lapack->on_host & flags[i].flag;
    return false;
}

const char *gla_backend_offers(const gla_backend *backend, const void *slots)
{
    const slot *s = slots;
    const char *answer = "yes";
    for (int i = 0; i < MAX_SLOTS && s[i].used; i++) {
        if (!has(backend, &s[i]))
            return "no";
        if (is_on_host(backend, &s[i]))
            answer = i == 0 ? "on the host" : "partly host";
    }
    return answer;
}
