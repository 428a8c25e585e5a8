/* random.c - Random sparse matrices: random values at positions drawn without replacement. */
#include "random/composed.h"
#include "sparse/sparse.h"

#include "gpulinalg/array.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/random.h"
#include "gpulinalg/resampling.h"
#include "sorting/sorting.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static gla_array *draw_integers(random_call *c, int64_t below, int64_t count)
{
    gla_scope *s = &c->s;
    gla_array *made, *bound = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &below, &made), &made);
    const gla_ints shape = {1, {count}};
    if (!bound)
        return NULL;
    gla_status st = gla_random_generator_integers(c->g, bound, &made, NULL, &shape, GLA_INT64, false, c->dev->name);
    return gla_random_part(c, st, &made);
}

/* Return the positions of first occurrences, in increasing order. */
static gla_array *first_positions(gla_scope *s, const gla_array *x)
{
    gla_array *order = gla_s_argsort(s, x, false), *sorted = sparse_take(s, x, order);
    int64_t rest = x ? x->size - 1 : 0;
    gla_array *differs = gla_s_combine(s, gla_not_equal, gla_s_slice(s, sorted, 0, 1, rest),
                                       gla_s_slice(s, sorted, 0, 0, rest));
    gla_array *others = s->status ? NULL : sparse_masked(s, gla_s_slice(s, order, 0, 1, rest), differs);
    gla_array *all = sparse_joined(s, 2, (gla_array *[]){gla_s_slice(s, order, 0, 0, 1), others});
    return sparse_take(s, all, s->status ? NULL : gla_s_argsort(s, all, false));
}

/* Draw `count` distinct integers less than `places`, with all orders equally likely. */
static gla_array *draw_places(random_call *c, int64_t places, int64_t count)
{
    gla_scope *s = &c->s;
    gla_array *made;
    if (count > places / 2) {
        gla_array *all = gla_s_adopt(s, gla_scalar(GLA_INT64, &places, &made), &made);
        if (all)
            all = gla_random_part(c, gla_random_generator_permutation(c->g, all, &made, 0, c->dev->name), &made);
        return gla_s_slice(s, all, 0, 0, count);
    }
    /* Draw enough integers that usually `count` of them are distinct.  The number drawn must not depend on how the machine
     * rounds. */
    double again = (double)count * (double)count / (double)places;
    gla_array *drawn = draw_integers(c, places, count + count / 64 + 16 + (int64_t)again);
    for (;;) {
        gla_array *first = first_positions(s, drawn);
        if (s->status)
            return NULL;
        if (first->size >= count)
            return sparse_take(s, drawn, gla_s_slice(s, first, 0, 0, count));
        drawn = sparse_joined(s, 2, (gla_array *[]){drawn, draw_integers(c, places, count - first->size + 16)});
    }
}

static sparse_rows draw(random_call *c, const int64_t shape[2], int64_t count, gla_dtype dtype)
{
    gla_scope *s = &c->s;
    gla_array *made, *place = NULL, *row, *col;
    if (count > 0) {
        place = draw_places(c, shape[0] * shape[1], count);
        row = sparse_with(s, gla_floor_divide, place, shape[1]);
        col = gla_s_combine(s, gla_subtract, place, sparse_with(s, gla_multiply, row, shape[1]));
    } else {
        row = col = gla_s_new(s, c->dev, GLA_INT64, 1, &count);
    }
    const gla_ints size = {1, {count}};
    gla_array *data = NULL;
    if (!s->status)
        data = gla_random_part(c, gla_random_generator_random(c->g, &made, &size, dtype, c->dev->name), &made);
    return sparse_compress(s, &(sparse_triplets){shape[0], shape[1], data, row, col});
}

/* Make the message of a generator's error begin with the name of this function. */
static gla_status named(gla_status status)
{
    char rest[1024];
    const char *message = gla_last_message(), *colon = strchr(message, ':');
    if (strncmp(message, "Generator.", 10) != 0 || !colon)
        return status;
    snprintf(rest, sizeof rest, "%s", colon);
    return gla_fail(status, "random_array%s", rest);
}

gla_status gla_sparse_random_array(const gla_ints *shape, gla_sparse **matrix, double density, gla_dtype dtype,
                                   const gla_random_generator *rng, const char *device)
{
    random_call c;
    gla_random_generator *own = NULL;
    sparse_rows made = {0};
    int64_t places = 0;
    *matrix = NULL;
    gla_status st = rng ? GLA_OK : gla_random_new_generator(&own, NULL);
    if (st)
        return named(st);
    gla_random_open(&c, "random_array", rng ? rng : own, 0, NULL, device);
    if (shape->n != 2 || shape->v[0] < 0 || shape->v[1] < 0)
        gla_s_fail(&c.s, GLA_SHAPE_ERROR, "random_array: shape must be two non-negative integers, rows and columns");
    else if (!(density >= 0 && density <= 1))
        gla_s_fail(&c.s, GLA_ARGUMENT_ERROR, "random_array: density is %g, but it must be between 0 and 1", density);
    else if (dtype && !gla_dtype_is_real_floating(dtype))
        gla_s_fail(&c.s, GLA_DTYPE_ERROR, "random_array: dtype is %s, but it must be float32 or float64",
                   gla_dtype_name(dtype));
    else if (__builtin_mul_overflow(shape->v[0], shape->v[1], &places) || places > INT64_C(1) << 53 ||
             shape->v[0] == INT64_MAX || shape->v[1] == INT64_MAX)
        gla_s_fail(&c.s, GLA_OVERFLOW_ERROR, "random_array: rows times columns exceeds 2**53; give a smaller shape");
    if (!c.s.status)
        made = draw(&c, shape->v, (int64_t)rint(density * (double)places), dtype ? dtype : GLA_FLOAT64);
    st = sparse_return(&c.s, &made, false, matrix);
    if (st)
        gla_random_return(&c, c.drawn);
    gla_object_unref(own);
    return st ? named(st) : GLA_OK;
}
