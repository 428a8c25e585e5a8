/* panels.h - What estimators of panels share. Arrays belong to the scope. */
#ifndef GLA_ECON_PANELS_PANELS_H
#define GLA_ECON_PANELS_PANELS_H

#include "econ/econ.h"

/* ---- rows.c --------------------------------------------------------------------------------------------------------- */
/* Units, numbered from 0 in ascending order. */
typedef struct panels_units {
    int64_t groups;
    gla_array *codes;  /* int64, (n,) */
    gla_array *counts; /* rows of each unit, float64, (groups,) */
} panels_units;

/* Fail if the frame has fixed effects. `instead` is the remedy. */
bool panels_without_effects(gla_scope *s, const model_frame *f, const char *instead);
/* Number the units. If the frame has none, fail, or put all rows into one unit if `one` is true. */
bool panels_number_units(gla_scope *s, const model_frame *f, bool one, panels_units *u);
gla_array *panels_means(gla_scope *s, const gla_array *x, const panels_units *u);

gla_array *panels_integer(gla_scope *s, int64_t value);
gla_array *panels_range(gla_scope *s, int64_t n, const gla_array *like);              /* 0 … n - 1, on the device of `like` */
gla_array *panels_positions(gla_scope *s, const gla_array *mask);                     /* of true elements, int64 */
gla_array *panels_take(gla_scope *s, const gla_array *x, const gla_array *positions); /* rows; NULL stays NULL */
gla_array *panels_join(gla_scope *s, const gla_array *a, const gla_array *b, int axis);
/* The frame of the rows at these positions. */
model_frame panels_select(gla_scope *s, const model_frame *f, const gla_array *positions);

/* Rows in the order of units and periods. */
typedef struct panels_order {
    gla_array *rows;          /* int64, (n,): positions in the frame */
    gla_array *same, *passed; /* (n - 1,): the next row is of the same unit; periods between the two */
    int64_t step;             /* smallest distance of two rows of a unit; 0: no unit has two rows */
} panels_order;
/* Fail if two rows have the same unit and period. */
bool panels_sort(gla_scope *s, const model_frame *f, const panels_units *u, panels_order *order);

/* ---- least_squares.c ------------------------------------------------------------------------------------------------ */
/* Columns of a matrix of which none depends on the ones before it. */
typedef struct panels_columns {
    int64_t k, n;      /* columns, and how many are kept */
    int64_t *kept;     /* positions of the n columns */
    double *bread;     /* (n, n): (X'X)⁻¹ of the kept columns */
    gla_array *values; /* the kept columns */
} panels_columns;
/* A column is dropped if the norm of its residuals, after a regression on earlier columns, is at most tol times its norm. */
bool panels_independent(gla_scope *s, const gla_array *X, double tol, panels_columns *c);
/* The columns of another matrix at the same positions. */
gla_array *panels_keep_columns(gla_scope *s, const gla_array *X, const panels_columns *c);
/* Least squares coefficients of the kept columns, (n,), and the residuals. */
gla_array *panels_coefficients(gla_scope *s, const panels_columns *c, const gla_array *y, gla_array **residuals);
double panels_dot(gla_scope *s, const gla_array *x, const gla_array *y);

/* A Fit with the independent columns of X, which has the names of the columns of the frame: bread, and a note of the other
 * columns. */
gla_econ_fit *panels_begin_fit(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o,
                              const gla_array *X, panels_columns *c);
/* A Fit by least squares, without its covariance matrix. */
gla_econ_fit *panels_least_squares(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o,
                                  panels_columns *c);

#endif
