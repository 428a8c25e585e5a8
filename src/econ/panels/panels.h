/* panels.h - What estimators of panels share. Arrays belong to the scope. */
#ifndef GLA_ECON_PANELS_PANELS_H
#define GLA_ECON_PANELS_PANELS_H

#include "econ/within.h"

extern const econ_method panels_between, panels_random_effects, panels_first_difference, panels_fama_macbeth;

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

/* ---- solve.c -------------------------------------------------------------------------------------------------------- */
/* Least squares coefficients of independent columns, (n,), and the residuals. */
gla_array *panels_coefficients(gla_scope *s, const econ_independent *d, const gla_array *y, gla_array **residuals);
double panels_dot(gla_scope *s, const gla_array *x, const gla_array *y);

#endif
