/* products.c - Derivatives of products. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <string.h>

/* (k) @ (..., k, n): g has the shape (..., n). */
static void vector_left(gla_vjp *c, const gla_array *g)
{
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0,
                   gla_r_sum(c, gla_r_matmul(c, gla_r_conj(c, gla_r_x(c, 1)), gla_r_add_last(c, g, 1)),
                             &(const gla_ints){1, {-1}}, false));
    if (gla_r_wants(c, 1)) {
        int64_t shape[GLA_MAX_NDIM + 1];
        memcpy(shape, g->shape, (size_t)g->ndim * sizeof *shape);
        shape[g->ndim] = shape[g->ndim - 1];
        shape[g->ndim - 1] = 1;
        gla_array *row = gla_r_reshape(c, g, g->ndim + 1, shape);
        gla_r_give(c, 1, gla_r_multiply(c, gla_r_add_last(c, gla_r_conj(c, gla_r_x(c, 0)), 1), row));
    }
}

/* (..., m, k) @ (k): g has the shape (..., m). */
static void vector_right(gla_vjp *c, const gla_array *g)
{
    gla_array *column = gla_r_add_last(c, g, 1);
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0, gla_r_multiply(c, column, gla_r_conj(c, gla_r_x(c, 1))));
    if (gla_r_wants(c, 1)) {
        gla_array *p = gla_r_matmul(c, gla_r_h(c, gla_r_x(c, 0)), column);
        gla_r_give(c, 1, p ? gla_r_reshape(c, p, p->ndim - 1, p->shape) : NULL);
    }
}

GLA_VJP(matmul)
{
    int a = gla_r_like(c, 0)->ndim, b = gla_r_like(c, 1)->ndim;
    gla_array *g = gla_r_g(c, 0);
    if (!g)
        return;
    if (a == 1 && b == 1) {
        if (gla_r_wants(c, 0))
            gla_r_give(c, 0, gla_r_multiply(c, g, gla_r_conj(c, gla_r_x(c, 1))));
        if (gla_r_wants(c, 1))
            gla_r_give(c, 1, gla_r_multiply(c, g, gla_r_conj(c, gla_r_x(c, 0))));
    } else if (a == 1) {
        vector_left(c, g);
    } else if (b == 1) {
        vector_right(c, g);
    } else {
        if (gla_r_wants(c, 0))
            gla_r_give(c, 0, gla_r_matmul(c, g, gla_r_h(c, gla_r_x(c, 1))));
        if (gla_r_wants(c, 1))
            gla_r_give(c, 1, gla_r_matmul(c, gla_r_h(c, gla_r_x(c, 0)), g));
    }
}

/* ---- Einstein sums ----------------------------------------------------------------------------------------------- */
enum { TERMS = 14 };

/* Subscripts with a letter for each axis: of the operands, then of the result. */
typedef struct subscripts {
    int n;
    char term[TERMS][GLA_MAX_NDIM + 1], result[GLA_MAX_NDIM + 1];
} subscripts;

static void append(char *text, char letter)
{
    size_t n = strlen(text);
    text[n] = letter;
    text[n + 1] = 0;
}

static char unused_letter(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (const char *p = letters; *p; p++)
        if (!strchr(text, *p))
            return *p;
    return 0;
}

/* Copy a term, of nd axes, or of `dots` axes of the ellipsis if nd < 0. Return the end of the term in the text. */
static const char *read_term(const char *p, int nd, int most, const char *dots, char *term)
{
    int given = 0, n = 0;
    for (const char *q = p; *q && *q != ',' && *q != '-'; q++)
        given += *q != ' ' && *q != '.';
    int extra = nd < 0 ? most : nd - given;
    for (; *p && *p != ',' && *p != '-'; p++)
        if (*p == '.') {
            for (int i = most - extra; i < most; i++)
                term[n++] = dots[i];
            p += 2;
        } else if (*p != ' ') {
            term[n++] = *p;
        }
    term[n] = 0;
    return p;
}

/* Without an arrow the result has the ellipsis, followed by the letters that occur once, in alphabetical order. */
static void imply_result(const subscripts *e, const char *dots, char *result)
{
    int n = (int)strlen(dots);
    memcpy(result, dots, (size_t)n);
    for (char letter = 'A'; letter <= 'z'; letter++) {
        int count = 0;
        for (int k = 0; k < e->n; k++)
            for (const char *p = e->term[k]; *p; p++)
                count += *p == letter;
        if (count == 1 && !strchr(dots, letter))
            result[n++] = letter;
    }
    result[n] = 0;
}

/* Replace each ellipsis by letters that the text does not use. The call was valid, so the text is. */
static bool read_subscripts(gla_vjp *c, const char *text, subscripts *e)
{
    char used[512], dots[GLA_MAX_NDIM + 1] = {0};
    int most = 0;
    e->n = gla_r_items(c, 1);
    if (strlen(text) + GLA_MAX_NDIM >= sizeof used)
        return false;
    strcpy(used, text);
    const char *p = text;
    for (int k = 0; k < e->n; k++, p += *p == ',') {
        int given = 0, has_dots = 0;
        for (; *p && *p != ',' && *p != '-'; p++) {
            given += *p != ' ' && *p != '.';
            has_dots |= *p == '.';
        }
        int extra = has_dots ? gla_r_like_item(c, 1, k)->ndim - given : 0;
        most = extra > most ? extra : most;
    }
    for (int i = 0; i < most; i++) {
        dots[i] = unused_letter(used);
        if (!dots[i])
            return false;
        append(used, dots[i]);
    }
    p = text;
    for (int k = 0; k < e->n; k++, p += *p == ',')
        p = read_term(p, gla_r_like_item(c, 1, k)->ndim, most, dots, e->term[k]);
    if (*p)
        read_term(p + 2, -1, most, dots, e->result);
    else
        imply_result(e, dots, e->result);
    return true;
}

/* Return einsum of n operands; their terms and that of the result. */
static gla_array *contract(gla_vjp *c, int n, const gla_array **x, const char (*term)[GLA_MAX_NDIM + 1], const char *result)
{
    char text[TERMS * (GLA_MAX_NDIM + 2) + GLA_MAX_NDIM + 4] = "";
    gla_array *made = NULL;
    for (int k = 0; k < n; k++) {
        if (!x[k])
            return NULL;
        strcat(strcat(text, k ? "," : ""), term[k]);
    }
    if (gla_r_fails(c))
        return NULL;
    strcat(strcat(text, "->"), result);
    return gla_r_adopt(c, gla_einsum(text, &(gla_arrays){.n = n, .v = x}, &made, NULL), &made);
}

static gla_array *identity(gla_vjp *c, const gla_array *like, int64_t n)
{
    gla_array *made = NULL;
    return gla_r_fails(c) ? NULL : gla_r_adopt(c, gla_eye(n, &made, NULL, 0, like->dtype, gla_device_of(like)->name), &made);
}

/* The cotangent of an operand: exchange it with the result. A letter that occurs twice in the operand gets a second name, and
 * the identity matrix of both; a letter that occurs nowhere else becomes an axis of length one, which gla_r_give broadcasts. */
static gla_array *exchanged(gla_vjp *c, const subscripts *e, int k, const gla_operand *like, const gla_array *const x[])
{
    const gla_array *v[TERMS], *g = gla_r_g(c, 0);
    char term[TERMS][GLA_MAX_NDIM + 1], all[TERMS * GLA_MAX_NDIM] = "", others[TERMS * GLA_MAX_NDIM] = "";
    char wanted[GLA_MAX_NDIM + 1] = "";
    int64_t shape[GLA_MAX_NDIM];
    int n = 0, m = 0, from[GLA_MAX_NDIM]; /* axis of the product, or -1 */
    for (int i = 0; i < e->n; i++) {
        strcat(all, e->term[i]);
        v[n] = i == k ? g : gla_r_conj(c, x[i]);
        strcpy(term[n], i == k ? e->result : e->term[i]);
        strcat(others, term[n++]);
    }
    for (int i = 0; i < like->ndim; i++) {
        char letter = e->term[k][i];
        bool second = memchr(e->term[k], letter, (size_t)i),
             found = strchr(others, letter) || strchr(e->term[k] + i + 1, letter);
        from[i] = second || found ? m : -1;
        if (from[i] < 0)
            continue;
        wanted[m++] = letter;
        if (!second)
            continue;
        wanted[m - 1] = unused_letter(all);
        if (!wanted[m - 1] || n == TERMS) {
            gla_r_fail(c, "with so many subscripts has no derivative; take the diagonals first");
            return NULL;
        }
        append(all, wanted[m - 1]);
        v[n] = identity(c, g, like->shape[i]);
        memcpy(term[n++], (const char[]){letter, wanted[m - 1], 0}, 3);
    }
    gla_array *product = contract(c, n, v, (const char(*)[GLA_MAX_NDIM + 1]) term, wanted);
    for (int i = 0; product && i < like->ndim; i++)
        shape[i] = from[i] < 0 ? 1 : product->shape[from[i]];
    return product ? gla_r_reshape(c, product, like->ndim, shape) : NULL;
}

GLA_VJP(einsum)
{
    subscripts e;
    const gla_array *x[TERMS];
    if (!gla_r_g(c, 0))
        return;
    if (!read_subscripts(c, c->node->in[0].text, &e)) {
        gla_r_fail(c, "with so many subscripts has no derivative; multiply fewer operands at a time");
        return;
    }
    for (int k = 0; k < e.n; k++)
        x[k] = gla_r_item(c, 1, k);
    for (int k = 0; k < e.n; k++)
        if (gla_r_wants_item(c, 1, k))
            gla_r_give_item(c, 1, k, exchanged(c, &e, k, gla_r_like_item(c, 1, k), x));
}

/* ---- products of two arrays as Einstein sums --------------------------------------------------------------------- */
/* Name the axes of both arrays: the n pairs of axes are summed over. The result has the remaining axes of both. */
static void give_contraction(gla_vjp *c, int n, const int *first, const int *second)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const gla_array *x[2] = {gla_r_x(c, 0), gla_r_x(c, 1)};
    int a = gla_r_like(c, 0)->ndim, b = gla_r_like(c, 1)->ndim;
    subscripts e = {.n = 2};
    memcpy(e.term[0], letters, (size_t)a);
    memcpy(e.term[1], letters + a, (size_t)b);
    for (int i = 0; i < n; i++)
        e.term[1][second[i]] = e.term[0][first[i]];
    for (int k = 0; k < 2; k++)
        for (const char *p = e.term[k]; *p; p++)
            if (!strchr(e.term[1 - k], *p))
                append(e.result, *p);
    for (int k = 0; k < 2; k++)
        if (gla_r_g(c, 0) && gla_r_wants(c, k))
            gla_r_give(c, k, exchanged(c, &e, k, gla_r_like(c, k), x));
}

static void give_scaled(gla_vjp *c)
{
    for (int k = 0; k < 2; k++)
        if (gla_r_wants(c, k))
            gla_r_give(c, k, gla_r_multiply(c, gla_r_g(c, 0), gla_r_conj(c, gla_r_x(c, 1 - k))));
}

/* Sums over the last axis of a and an axis of b; a scalar multiplies. */
static void give_dot(gla_vjp *c, int second)
{
    int a = gla_r_like(c, 0)->ndim, b = gla_r_like(c, 1)->ndim;
    if (!a || !b)
        give_scaled(c);
    else
        give_contraction(c, 1, &(int){a - 1}, &(int){b > 1 ? b + second : 0});
}

GLA_VJP(dot)
{
    give_dot(c, -2);
}

GLA_VJP(inner)
{
    give_dot(c, -1);
}

GLA_VJP(outer)
{
    give_contraction(c, 0, NULL, NULL);
}

/* `axes` is a number, or a pair of lists. */
GLA_VJP(tensordot)
{
    int a = gla_r_like(c, 0)->ndim, b = gla_r_like(c, 1)->ndim, pairs[2][GLA_MAX_NDIM], n = 2;
    const gla_array *axes = gla_r_x(c, 2);
    int64_t *v = NULL;
    if (axes && !gla_r_fails(c))
        gla_s_to_host(&c->s, gla_s_contiguous(&c->s, gla_device_of(axes), GLA_INT64, axes), (void **)&v);
    if (gla_r_fails(c))
        return;
    if (axes)
        n = axes->ndim ? (int)(axes->size / 2) : (int)v[0];
    bool listed = axes && axes->ndim;
    for (int i = 0; i < n; i++) {
        pairs[0][i] = listed ? gla_r_axis(v[i], a) : a - n + i;
        pairs[1][i] = listed ? gla_r_axis(v[n + i], b) : i;
    }
    give_contraction(c, n, pairs[0], pairs[1]);
}

/* Σ conj(a)·b is linear in b, and its conjugate in a. */
static void give_conjugate(gla_vjp *c, gla_array *g, bool flattens)
{
    for (int k = 0; k < 2; k++) {
        const gla_operand *x = gla_r_like(c, k);
        gla_array *p = gla_r_wants(c, k) ? gla_r_multiply(c, k ? g : gla_r_conj(c, g), gla_r_x(c, 1 - k)) : NULL;
        gla_r_give(c, k, flattens ? gla_r_reshape(c, p, x->ndim, x->shape) : p);
    }
}

GLA_VJP(vdot)
{
    give_conjugate(c, gla_r_g(c, 0), true);
}

/* The axis is counted from the end. */
GLA_VJP(vecdot)
{
    gla_array *g = gla_r_g(c, 0), *made = NULL;
    if (g)
        give_conjugate(c, gla_r_adopt(c, gla_expand_dims(g, &made, &(const gla_ints){1, {c->node->in[2].integer}}), &made),
                       false);
}

/* (dx1 × x2)·g = dx1·(x2 × g). */
GLA_VJP(cross)
{
    gla_array *g = gla_r_g(c, 0), *made = NULL, *x[2] = {gla_r_x(c, 0), gla_r_x(c, 1)};
    int axis = (int)c->node->in[2].integer;
    for (int k = 0; k < 2; k++) {
        gla_array *other = gla_r_wants(c, k) ? gla_r_conj(c, x[1 - k]) : NULL;
        if (g && other && !gla_r_fails(c))
            gla_r_give(c, k, gla_r_adopt(c, gla_cross(k ? g : other, k ? other : g, &made, axis), &made));
    }
}

/* ---- powers and tensor equations --------------------------------------------------------------------------------- */
/* The power of [[A, E], [0, A]] has the derivative of Aⁿ in the direction E above the diagonal. The adjoint is the same for
 * Aᴴ. */
GLA_VJP(matrix_power)
{
    gla_array *g = gla_r_g(c, 0), *a = gla_r_h(c, gla_r_x(c, 0)), *made = NULL;
    if (!g || !a)
        return;
    int64_t n = g->shape[g->ndim - 1];
    int row = g->ndim - 2, column = g->ndim - 1;
    gla_array *below = gla_r_join(c, gla_r_filled(c, a, column, n, 0), a, column);
    gla_array *both = gla_r_join(c, gla_r_join(c, a, gla_r_astype(c, g, a->dtype), column), below, row);
    if (both)
        both = gla_r_adopt(c, gla_matrix_power(both, c->node->in[1].integer, &made), &made);
    gla_r_give(c, 0, gla_r_part(c, gla_r_part(c, both, row, 0, n), column, n, n));
}

static gla_array *solve_adjoint(gla_vjp *c, const gla_array *a, const gla_array *b)
{
    gla_array *made = NULL, *h = gla_r_h(c, a);
    return h && b ? gla_r_adopt(c, gla_solve(h, b, &made, 0), &made) : NULL;
}

/* Axes that tensorsolve moves to the end: the order of the axes of a, and its inverse. */
static gla_ints moved_last(const gla_ints *axes, int ndim)
{
    gla_ints order = {.n = 0};
    bool last[GLA_MAX_NDIM] = {false};
    for (int i = 0; axes && i < axes->n; i++)
        last[gla_r_axis(axes->v[i], ndim)] = true;
    for (int i = 0; i < ndim; i++)
        if (!last[i])
            order.v[order.n++] = i;
    for (int i = 0; axes && i < axes->n; i++)
        order.v[order.n++] = gla_r_axis(axes->v[i], ndim);
    return order;
}

static gla_array *permuted(gla_vjp *c, const gla_array *x, const gla_ints *order)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_permute_dims(x, order, &made), &made) : NULL;
}

/* A system of matrices: A⁻ᴴ g, and its product with -x̄. */
GLA_VJP(tensorsolve)
{
    gla_array *g = gla_r_flat(c, gla_r_g(c, 0)), *a = gla_r_x(c, 0), *x = gla_r_flat(c, gla_r_out(c, 0));
    if (!g || !a)
        return;
    gla_ints order = moved_last(c->node->in[2].ints, a->ndim), back = {.n = order.n};
    gla_array *moved = permuted(c, a, &order);
    gla_array *r = solve_adjoint(c, gla_r_reshape(c, moved, 2, (const int64_t[]){g->size, g->size}), g);
    if (!r)
        return;
    gla_r_give(c, 1, gla_r_reshape(c, r, gla_r_like(c, 1)->ndim, gla_r_like(c, 1)->shape));
    if (!gla_r_wants(c, 0))
        return;
    for (int i = 0; i < order.n; i++)
        back.v[order.v[i]] = i;
    gla_array *p = gla_r_negative(c, gla_r_multiply(c, gla_r_add_last(c, r, 1), gla_r_conj(c, x)));
    gla_r_give(c, 0, permuted(c, gla_r_reshape(c, p, moved->ndim, moved->shape), &back));
}

/* -A⁻ᴴ g A⁻ᴴ with the axes joined to those of a matrix. */
GLA_VJP(tensorinv)
{
    gla_array *g = gla_r_g(c, 0), *y = gla_r_out(c, 0);
    const gla_operand *a = gla_r_like(c, 0);
    int64_t n = 1;
    for (int i = 0; i < c->node->in[1].integer; i++)
        n *= a->shape[i];
    if (!g)
        return;
    gla_array *h = gla_r_h(c, gla_r_reshape(c, y, 2, (const int64_t[]){n, n}));
    gla_array *p = gla_r_matmul(c, gla_r_matmul(c, h, gla_r_reshape(c, g, 2, (const int64_t[]){n, n})), h);
    gla_r_give(c, 0, gla_r_reshape(c, gla_r_negative(c, p), a->ndim, a->shape));
}
