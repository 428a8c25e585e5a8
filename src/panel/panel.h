/* panel.h - State of one call to absorb. */
#ifndef GLA_PANEL_PANEL_H
#define GLA_PANEL_PANEL_H

#include "core/dispatch.h"
#include "gpulinalg/expression.h"
#include "gpulinalg/sparse.h"

typedef enum panel_method { PANEL_MAP, PANEL_LSMR } panel_method;

/* State of a column in spanned.c.  All norms are weighted. */
typedef struct panel_column {
    double scale, largest; /* power of two by which the values were multiplied; their largest absolute value */
    double after;          /* norm of its residuals */
    double begun;          /* norm of the column when the last pass began to iterate; 0 with one grouping variable */
    double length;         /* norm of the column as given, or an upper bound of this norm */
    double limit;          /* the column is spanned if the norm of its residuals is at most this limit */
    bool is_spanned;
} panel_column;

/* One effect for each group of a grouping variable.  The rows have the value 1, or the values of a slope.  The columns of all
 * blocks of one grouping variable are orthogonal (slopes.c). */
typedef struct panel_block {
    int64_t way;
    gla_array *slope;  /* (n,), or NULL: 1 */
    double scale;      /* power of two by which it was multiplied */
    gla_array **on;    /* (groups, 1): coefficients on the preceding blocks, which were partialled out */
    int64_t rank;      /* for a slope: number of groups in which the preceding blocks do not span the slope */
    gla_array *effect; /* (groups, k): effects subtracted from the values so far; NULL if not requested */
} panel_block;

typedef struct panel {
    gla_scope s;
    gla_device *dev;
    gla_dtype dtype;          /* dtype of the computation */
    int64_t ways;             /* number of grouping variables; the next members have one element for each */
    gla_array **codes;        /* group of each kept row, int64 */
    int64_t *levels;          /* number of groups; 0 if there are no rows */
    int64_t n, k;             /* number of kept rows; number of columns of y and X together */
    gla_array *rows;          /* original positions of the kept rows, int64 */
    gla_array *values;        /* (n, k) */
    gla_array **given;        /* y, X and weights, all rows */
    int64_t of_y;             /* number of columns of y */
    gla_array *weights;       /* (n, 1), or NULL */
    gla_array *begun;         /* (k,): squared norms of the columns after removing the first effects; NULL with one grouping
                               * variable */
    const gla_arrays *slopes; /* slopes of each grouping variable, as given; NULL if there are no slopes */
    bool *has_intercept;      /* one for each grouping variable */
    int64_t n_blocks;         /* the blocks of one grouping variable are adjacent */
    panel_block *blocks;
    const int64_t *which; /* columns contained in values, if not all */
    panel_method method;
    double tol, collinear_tol;
    int64_t maxiter, singletons, iterations;
    panel_column *column;
} panel;

/* The system of equations for the effects. */
enum { PANEL_STATE = 6, PANEL_FORMULAS = 3 };
enum { PANEL_RESTARTS = 10 }; /* restarts from recomputed residuals */
typedef struct panel_inverse panel_inverse;
typedef struct projections {
    panel *p;
    int64_t first;               /* the grouping variable that is eliminated */
    int64_t *begins;             /* for each block: offset of its groups among the eliminated groups, or among the other
                                  * groups */
    int64_t eliminated, length;  /* number of eliminated groups and number of other groups, over all blocks */
    gla_array *of_first, *total; /* sums of weights times squared slopes, (eliminated, 1) and (length, 1) */
    /* conjugate.c: D_f'W D_o, its transpose, D_o'W D_o and, if it has few elements, the Schur complement. */
    gla_sparse *means, *sums, *among, *complement;
    panel_inverse *inverse; /* approximate inverse of the complement; NULL: 1/total */
    bool approximated;      /* the complement and its inverse have been tried */
    /* lsmr.c: consecutive rows with the same groups form a cell.  These members are the groups and the weight of each cell, and
     * the number of cells. */
    gla_array **cells, *weights, *order, *number; /* order of the rows (NULL: as stored), and the cell of each row (NULL: each
                                                   * row is a cell) */
    int64_t count;
    gla_array *limit;              /* (k,): a column has converged if its squared group means are at most this limit */
    gla_array *state[PANEL_STATE]; /* references owned by this struct */
    gla_elementwise *formula[PANEL_FORMULAS];
} projections;

/* Convert ids, which are checked and on the device, to groups.  If drop_singletons, drop rows that are alone in a group. */
void panel_read_levels(panel *p, gla_array *const ids[], bool drop_singletons);
/* Sum values times the slope over the groups of a block; sum weights times the squared slope over these groups.  (groups,
 * 1). */
gla_array *panel_sums(panel *p, const gla_array *values, int64_t block);
gla_array *panel_totals(panel *p, int64_t block);
/* slopes.c: validate the slopes; build the blocks for the kept rows; convert the effects of a grouping variable's blocks to
 * effects of the original slopes. */
void panel_check_slopes(panel *p, const gla_array *intercepts, int64_t n);
void panel_find_blocks(panel *p);
void panel_effects_of_slopes(panel *p, int64_t first, int64_t count);
/* effects.c: start collecting effects; return one array for each grouping variable, for values that were multiplied by
 * `scales`. */
void panel_begin_effects(panel *p);
void panel_finish_effects(panel *p, const gla_array *scales, gla_array *results[]);
/* components.c: connected components of the graph in which each row joins its groups of two grouping variables.  of_x, of_y:
 * component of each group.  reference: the group of y in the first row of each component.  All are int64 arrays on the host. */
typedef struct panel_components {
    gla_array *of_x, *of_y, *reference;
} panel_components;
void panel_find_components(panel *p, int64_t x, int64_t y, panel_components *c);
/* Return the rank of the dummies.  With more than two grouping variables return an upper bound of the rank. */
int64_t panel_degrees_of_freedom(panel *p);
/* Subtract the effects from the values. */
void panel_project(panel *p);
/* spanned.c: do the same as panel_project(), and set the columns that the effects span to 0. */
void panel_absorb(panel *p);
/* given.c: y, X or weights in the kept rows, as 2-d arrays; one column of y or X, (n, 1), in the units of values; the machine
 * epsilon of the column's dtype. */
gla_array *panel_kept(panel *p, gla_array *x);
gla_array *panel_given(panel *p, int64_t column);
double panel_spacing(const panel *p, int64_t column);
/* values.c: an element of a floating-point array on the host; squared norms of the columns over the first rows. */
double panel_real(const gla_array *x, const void *data, int64_t i);
gla_array *panel_squares(panel *p, int64_t rows);
/* values.c: values times weights; sums of products of columns; subtraction of block effects from values; the convergence
 * error. */
gla_array *panel_weighted(panel *p);
gla_array *panel_dot(gla_scope *s, const gla_array *x, const gla_array *y);
void panel_subtract(panel *p, int64_t count, const int64_t *blocks, gla_array *const effects[]);
void panel_not_converged(panel *p, int64_t left, int64_t iterations);

/* cells.c. */
void panel_find_cells(projections *q);

/* crossed.c: cross-products of the groups; a sparse matrix from rows, NULL after a failure. */
void panel_cross(projections *q);
struct sparse_rows;
gla_sparse *panel_matrix(gla_scope *s, const struct sparse_rows *rows);
/* product.c: the matrix that is subtracted from D_o'W D_o in the Schur complement; NULL if the matrix has many elements, or
 * after a failure. */
gla_sparse *panel_product(projections *q);
/* complement.c: the Schur complement if it has few elements, and an approximate inverse. */
void panel_approximate(projections *q);
gla_array *panel_solve_approximately(const projections *q, gla_scope *s, const gla_array *r);
void panel_free_inverse(panel_inverse *inverse);

/* The two methods.  Each removes the effects of all grouping variables except the first. */
void panel_conjugate(projections *q);
void panel_lsmr(projections *q);

#endif
