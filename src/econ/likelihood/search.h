/* search.h - Newton's method for likelihoods with several indices, or with a further parameter. */
#ifndef GLA_ECON_LIKELIHOOD_SEARCH_H
#define GLA_ECON_LIKELIHOOD_SEARCH_H

#include "econ/likelihood/likelihood.h"

/* A maximisation over k parameters, whose derivatives are small arrays on the host. The regressors are orthonormal columns
 * times the square root of n, so that they do not affect the condition of the second derivatives. */
typedef struct lik_search {
    int64_t k;
    double *at, loglik, *gradient, *hessian; /* hessian: minus the second derivatives, (k, k) */
    int64_t iterations;
    double *step;
    /* Evaluate at `at`: loglik, NaN where it is undefined, and the derivatives. */
    void (*evaluate)(gla_scope *s, struct lik_search *q);
    const model_frame *f;
    gla_array *Z, *w;  /* regressors, weights or 1 */
    double *R;         /* X = Z R */
    double scale;      /* mean of the weights */
    double moved;      /* largest change of an index in the last step */
    int64_t equations; /* number of indices, whose coefficients come first; 0: one */
} lik_search;

/* search.c: allocate, with X = Z R from the regressors of the frame, which must be independent; then maximise. */
void lik_search_begin(gla_scope *s, lik_search *q, const model_frame *f, int64_t k);
void lik_search_run(gla_scope *s, lik_search *q, const econ_options *o);
/* Fail because the likelihood has no maximum. */
void lik_refuse_separation(gla_scope *s, const model_frame *f);
/* Fill in a Fit: b; bread = T H⁻¹ T' for the parameters b, T = d b/d at (k, k); scores times T⁻¹, given the scores (n, k) with
 * respect to `at`. */
void lik_search_store(gla_scope *s, const lik_search *q, econ_estimates *e, const double *b, const double *T,
                      gla_array *scores);

/* indices.c: likelihoods of an index Z c and one further parameter. The formula of a row has the inputs "T y, T e, T t, T w"
 * and `more`, and the outputs l, u, v (scores of index and parameter), h, c, d (minus second derivatives: of the index, mixed,
 * of the parameter). */
typedef struct lik_two {
    lik_search q;
    const char *inputs, *text;
    gla_array *more[3];
    int n_more;
    bool added;            /* the offset is added to the index */
    double least;          /* the parameter must be greater */
    gla_elementwise *step; /* compiled text */
} lik_two;

void lik_two_begin(gla_scope *s, lik_two *t, const model_frame *f);
void lik_two_end(lik_two *t);
/* The scores (n, k + 1) with respect to the parameters of the search. */
gla_array *lik_two_scores(gla_scope *s, lik_two *t);
gla_array *lik_two_index(gla_scope *s, lik_two *t);

/* Copy small numbers to the device of the data. */
gla_array *lik_small(gla_scope *s, const model_frame *f, const double *values, int ndim, const int64_t *shape);

#endif
