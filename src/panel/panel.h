/* panel.h - one call of absorb. */
#ifndef GLA_PANEL_PANEL_H
#define GLA_PANEL_PANEL_H

#include "core/dispatch.h"
#include "gpulinalg/expression.h"
#include "gpulinalg/sparse.h"

typedef enum panel_method { PANEL_MAP, PANEL_LSMR } panel_method;

/* What spanned.c knows of a column.  Norms are weighted. */
typedef struct panel_column {
    double scale, largest; /* power of two by which its values were multiplied; their largest absolute value */
    double after;          /* norm of its residuals */
    double begun;          /* norm of what the last pass iterated on; 0 with one grouping */
    double length;         /* norm of the column as given, or a bound of it */
    double limit;          /* it is spanned if the norm of its residuals is at most this */
    bool is_spanned;
} panel_column;

/* One effect of each group of a grouping: its rows have the value 1, or those of a slope.  The columns of all blocks of one
 * grouping are orthogonal (slopes.c). */
typedef struct panel_block {
    int64_t way;
    gla_array *slope;  /* (n,), or NULL: 1 */
    double scale;      /* power of two by which it was multiplied */
    gla_array **on;    /* (groups, 1): its coefficients on the blocks before it, which have been taken out of it */
    int64_t rank;      /* of a slope: groups in which those before it do not span it */
    gla_array *effect; /* (groups, k): what has been taken out of values; NULL if nobody asks for it */
} panel_block;

typedef struct panel {
    gla_scope s;
    gla_device *dev;
    gla_dtype dtype;          /* in which it is computed */
    int64_t ways;             /* groupings; of each: */
    gla_array **codes;        /* the group of each row that is kept, int64, */
    int64_t *levels;          /* and how many groups there are: none without rows */
    int64_t n, k;             /* rows that are kept; columns of y and X together */
    gla_array *rows;          /* where these stood, int64 */
    gla_array *values;        /* (n, k) */
    gla_array **given;        /* y, X and weights, all rows */
    int64_t of_y;             /* number of columns of y */
    gla_array *weights;       /* (n, 1), or NULL */
    gla_array *begun;         /* (k,): squares of the columns without the first effects; NULL with one grouping */
    const gla_arrays *slopes; /* of each grouping, as given; NULL: none */
    bool *has_intercept;      /* of each grouping */
    int64_t n_blocks;         /* those of a grouping follow one another */
    panel_block *blocks;
    const int64_t *which; /* the columns that values have, if these are not all */
    panel_method method;
    double tol, collinear_tol;
    int64_t maxiter, singletons, iterations;
    panel_column *column;
} panel;

/* Its system of equations. */
enum { PANEL_STATE = 6, PANEL_FORMULAS = 3 };
enum { PANEL_RESTARTS = 10 }; /* from residuals that are computed again */
typedef struct panel_inverse panel_inverse;
typedef struct projections {
    panel *p;
    int64_t first;               /* the grouping that is eliminated */
    int64_t *begins;             /* of each block: where its groups begin among the eliminated ones, or among the others */
    int64_t eliminated, length;  /* how many groups these are, those of each block apart */
    gla_array *of_first, *total; /* sums of weights times squared slopes, (eliminated, 1) and (length, 1) */
    /* conjugate.c: D_f'W D_o, its transpose, and D_o'W D_o; then also the Schur complement, if it has few elements. */
    gla_sparse *means, *sums, *among, *complement;
    panel_inverse *inverse; /* an approximate one of the complement; NULL: 1/total */
    bool approximated;      /* these have been tried */
    /* lsmr.c: rows of the same groups that follow one another are a cell: its groups, its weight, how many there are. */
    gla_array **cells, *weights, *order, *number; /* the order of rows, NULL: as they are; each one's cell, NULL: its own */
    int64_t count;
    gla_array *limit;              /* (k,): a column is done when the square of the means in groups is as small */
    gla_array *state[PANEL_STATE]; /* references of our own */
    gla_elementwise *formula[PANEL_FORMULAS];
} projections;

/* Groups of ids, which have been checked and lie on the device; rows that are alone in one, dropped. */
void panel_read_levels(panel *p, gla_array *const ids[], bool drop_singletons);
/* Of the groups of a block, the sums of values times its slope, and of weights times its square, (groups, 1). */
gla_array *panel_sums(panel *p, const gla_array *values, int64_t block);
gla_array *panel_totals(panel *p, int64_t block);
/* slopes.c: refuse what cannot be; the blocks of the rows that are kept; the effects of a grouping's blocks become those of its
 * slopes as they were given. */
void panel_check_slopes(panel *p, const gla_array *intercepts, int64_t n);
void panel_find_blocks(panel *p);
void panel_effects_of_slopes(panel *p, int64_t first, int64_t count);
/* effects.c: collect effects from now on; one array for each grouping, of values that had been multiplied by scales. */
void panel_begin_effects(panel *p);
void panel_finish_effects(panel *p, const gla_array *scales, gla_array *results[]);
/* components.c: components of the graph in which a row joins its groups of two groupings: of each group of these its component,
 * of each component the group of y in its first row; int64 arrays of the host. */
typedef struct panel_components {
    gla_array *of_x, *of_y, *reference;
} panel_components;
void panel_find_components(panel *p, int64_t x, int64_t y, panel_components *c);
/* The rank of the dummies, or for more than two groupings a bound of it. */
int64_t panel_degrees_of_freedom(panel *p);
/* values without the effects. */
void panel_project(panel *p);
/* spanned.c: the same, and set columns that the effects span to 0. */
void panel_absorb(panel *p);
/* given.c: y, X or weights in the rows that are kept, with two dimensions; a column of y or X, (n, 1), in the units of values;
 * eps of its dtype. */
gla_array *panel_kept(panel *p, gla_array *x);
gla_array *panel_given(panel *p, int64_t column);
double panel_spacing(const panel *p, int64_t column);
/* values.c: an element of a floating-point array on the host; squared norms of the columns, from the first rows. */
double panel_real(const gla_array *x, const void *data, int64_t i);
gla_array *panel_squares(panel *p, int64_t rows);
/* values.c: values times weights; sums of products of columns; effects of blocks, taken out of values; an error. */
gla_array *panel_weighted(panel *p);
gla_array *panel_dot(gla_scope *s, const gla_array *x, const gla_array *y);
void panel_subtract(panel *p, int64_t count, const int64_t *blocks, gla_array *const effects[]);
void panel_not_converged(panel *p, int64_t left, int64_t iterations);

/* cells.c. */
void panel_find_cells(projections *q);

/* crossed.c: the matrices of which groups share rows; a matrix of rows, NULL after a failure. */
void panel_cross(projections *q);
struct sparse_rows;
gla_sparse *panel_matrix(gla_scope *s, const struct sparse_rows *rows);
/* product.c: what the Schur complement has less than D_o'W D_o; NULL: it has many elements, or a failure. */
gla_sparse *panel_product(projections *q);
/* complement.c: the Schur complement where it has few elements, and an approximate inverse. */
void panel_approximate(projections *q);
gla_array *panel_solve_approximately(const projections *q, gla_scope *s, const gla_array *r);
void panel_free_inverse(panel_inverse *inverse);

/* The methods, of which each takes out what groupings besides the first explain. */
void panel_conjugate(projections *q);
void panel_lsmr(projections *q);

#endif
