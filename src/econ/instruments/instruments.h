/* instruments.h - Regressions with instruments: their orthogonal factorisation, and the tests that read it.
 *
 * Let A = [X Z W y] contain the exogenous regressors, the excluded instruments, the endogenous regressors and the dependent
 * variable, after fixed effects, each row multiplied by the square root of its weight. With A = Q R, all estimators and tests
 * are functions of R, which is small, and of the rows of Q. Rows of R are divided in three blocks: those of X, those of Z, and
 * the rest. */
#ifndef GLA_ECON_INSTRUMENTS_H
#define GLA_ECON_INSTRUMENTS_H

#include "econ/econ.h"

/* Data of one regression after fixed effects, with independent columns. Arrays belong to the scope. */
typedef struct iv_design {
    model_frame f;                 /* the frame, with the rows that remain */
    gla_array *y, *X, *W, *Z;      /* after fixed effects, not weighted; X is NULL if kx is 0 */
    gla_array *root;               /* square roots of the weights, (n, 1), or NULL */
    gla_array *Q;                  /* (n, c) */
    double *R;                     /* (c, c), row-major */
    int64_t kx, l, m, L, k, c;     /* L = kx + l instruments, k = kx + m regressors, c = L + m + 1 columns */
    const char **names, **z_names; /* of X and W; of Z */
    const model_frame *given;      /* the frame before fixed effects are removed and rows dropped */
    gla_array *rows;               /* positions in it of the rows that remain, or NULL: all */
    double nobs, df_effects;
    int n_notes;
    char **notes; /* columns that were dropped */
} iv_design;

/* What a Fit keeps for the tests. */
typedef struct iv_extra {
    int64_t kx, l, m, L, k, c;
    double *R;
    gla_array *Q; /* NULL if the Fit does not hold its data */
    gla_strings *z_names;
    double kappa; /* of the k-class; NAN for gmm */
    double j;     /* of gmm: the minimum of its objective, otherwise NAN */
    int64_t steps;
    double *gram;             /* of gmm: the sum of the products of the scores' regressors, (k, k) */
    char *labels[ECON_LINES]; /* of the lines of the summary */
} iv_extra;

/* design.c: prepare a regression. Return false after a failure. */
bool iv_prepare(gla_scope *s, const model_frame *f, const econ_options *o, iv_design *d);

/* factor.c: factor [X Z W y]. */
void iv_factor(gla_scope *s, iv_design *d);
/* Drop columns that depend on earlier ones. `columns` are c columns of R, whose kept ones are marked. */
void iv_independent(gla_scope *s, const double *R, int64_t rows, int64_t stride, int64_t c, double tol, bool *kept);

/* finish.c: make the Fit of coefficients b: residuals, sums of squares, and what tests need. The scores' regressors are
 * Q1 G, where Q1 are the first L columns of Q and G is (L, k). */
gla_econ_fit *iv_fit(gla_scope *s, const econ_method *method, const iv_design *d, const econ_options *o, const double *b,
                     const double *bread, const double *G);
/* Residuals of b, not weighted, and their products with the columns of Q. */
gla_array *iv_residuals(gla_scope *s, const iv_design *d, const double *b, double *product);

/* extra.c */
void iv_drop(void *extra);
void iv_release(void *extra);
void iv_store(struct econ_state *t, econ_estimates *e);
extern const econ_method iv_tsls, iv_liml, iv_gmm;
/* lines.c */
void iv_label(gla_scope *s, iv_extra *x, const char *const *names);
int iv_lines(const gla_econ_fit *fit, econ_line *lines);
/* A method without a covariance function, for the Fit that says of what kind the covariance matrix of gmm's moments is. */
extern const econ_method iv_probe;
bool iv_covariance(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc);
bool iv_gmm_covariance(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc);
/* What a Fit keeps; fail if it is of another estimator. */
const iv_extra *iv_of(gla_scope *s, const gla_econ_fit *fit);

/* algebra.c: small matrices on the host, row-major. */
double *iv_doubles(gla_scope *s, int64_t n);
/* x (cols, q) minimises |a x - b|, where a is (rows, cols) and b (rows, q). */
void iv_lstsq(gla_scope *s, const double *a, int64_t rows, int64_t cols, const double *b, int64_t q, double *x);
/* x (n, q) solves a x = b. */
void iv_solve(gla_scope *s, const double *a, int64_t n, const double *b, int64_t q, double *x);
/* c (m, n) = a (m, k) b (k, n); with `left` a is given as (k, m), with `right` b as (n, k). */
enum { IV_PLAIN = 0, IV_LEFT = 1, IV_RIGHT = 2 };
void iv_product(double *c, const double *a, const double *b, int64_t m, int64_t k, int64_t n, int transposed);
/* The block of rows [i, i + rows) and columns [j, j + cols) of R. */
double *iv_block(gla_scope *s, const double *R, int64_t stride, int64_t i, int64_t rows, int64_t j, int64_t cols);
/* out (n, q) = C^-1 a, where S (n, n) = C C' is the covariance matrix of moments. */
void iv_whiten(gla_scope *s, const double *S, int64_t n, const double *a, int64_t q, double *out);
/* Singular values in descending order; U (rows, rows) and V' (cols, cols) may be NULL. */
void iv_svd(gla_scope *s, const double *a, int64_t rows, int64_t cols, double *U, double *S, double *Vt);
/* Upper triangular factor (cols, cols) of a (rows, cols). */
void iv_triangle(gla_scope *s, const double *a, int64_t rows, int64_t cols, double *T);
double iv_norm2(const double *x, int64_t n);

/* kclass.c: smallest eigenvalue of LIML; coefficients and bread of the k-class. */
double iv_kappa(gla_scope *s, const iv_design *d);
void iv_kclass(gla_scope *s, const iv_design *d, double kappa, double *b, double *bread);

/* meat.c: the sum of the outer products of scores (n, q) of moments, of the kind that a covariance matrix of the Fit adds up,
 * as (q, q), without a correction for small samples. Fail if it has too few terms for so many moments. The kind must not be
 * iid. */
void iv_meat(gla_scope *s, const gla_econ_fit *fit, const gla_array *scores, int64_t k, int64_t moments, double *meat);

/* blocks.c: what the tests read of R, after the exogenous regressors have been partialled out. Columns: W, then y. */
typedef struct iv_blocks {
    const gla_econ_fit *fit;
    const iv_extra *x;
    int64_t l, m;
    double *A, *B;   /* (l, m + 1): on the instruments; (m + 1, m + 1): off them */
    double nobs, df; /* df: n - L - parameters of the fixed effects */
    bool iid;
    bool quiet;   /* for a summary: no warnings, and NAN instead of an error if a matrix is singular */
    bool *warned; /* about a matrix that is not positive semidefinite */
} iv_blocks;
/* Return false after a failure. iv_begin also fails if df is not positive. */
bool iv_read(gla_scope *s, const gla_econ_fit *fit, iv_blocks *t);
bool iv_begin(gla_scope *s, const gla_econ_fit *fit, iv_blocks *t);
/* a = A w and the rows B w, where w are coefficients of W and y. */
void iv_combine(gla_scope *s, const iv_blocks *t, const double *w, double **a, double **rest);
/* The residuals (n, 1) of [W y] w on the instruments; `whole` takes those on the exogenous regressors instead. */
gla_array *iv_off(gla_scope *s, const iv_blocks *t, const double *w, bool whole);
/* The Wald statistic of "the instruments have no effect on [W y] w", with the correction for small samples. *df receives the
 * degrees of freedom of t, which are infinite if the statistic has a chi-squared distribution. */
double iv_wald(gla_scope *s, const iv_blocks *t, const double *w, double *df);
/* The record of a test whose distribution is not a known one; the other tests use econ_test_record. */
gla_record *iv_record(gla_scope *s, const char *test, double statistic);
gla_status iv_give(gla_scope *s, gla_record *r, gla_record **out);

/* auxiliary.c: a regression by least squares on a basis (n, k), whose rows contain the square roots of the weights, times the
 * upper triangular matrix T (k, k). The last q regressors are tested. */
typedef struct iv_auxiliary {
    int64_t k, q;
    gla_array *basis;
    double *T, df; /* df: degrees of freedom of t, known after iv_raw */
} iv_auxiliary;
/* The regression on X and Z, in which Z is tested. Return false after a failure. */
bool iv_on_instruments(gla_scope *s, const iv_blocks *t, iv_auxiliary *a);
/* The covariance matrix (k, k) of the coefficients of the basis if the residuals are u (n, 1), with or without the correction
 * for small samples, of a kind other than iid. It need not be positive semidefinite. */
void iv_raw(gla_scope *s, const iv_blocks *t, iv_auxiliary *a, const gla_array *u, bool adjust, double *V);
/* Its block (q, q) of the regressors tested, after repair; both in one. */
void iv_tested(gla_scope *s, const iv_blocks *t, const iv_auxiliary *a, const double *V, double *block);
void iv_sandwich(gla_scope *s, const iv_blocks *t, iv_auxiliary *a, const gla_array *u, bool adjust, double *block);
/* x' V^-1 x; fail if V is singular, or return NAN if t is quiet. */
double iv_form(gla_scope *s, const iv_blocks *t, const double *V, const double *x, int64_t n);
/* The statistic of q restrictions: W/q, or W if df is infinite. */
double iv_per(double wald, int64_t q, double df);
/* Fail, and return true, if the covariance matrix of the Fit is one that corrects residuals by their leverage. */
bool iv_needs_leverage(gla_scope *s, const gla_econ_fit *fit);
/* Rows less parameters of a regression with k coefficients, with the fixed effects of the Fit. */
double iv_degrees(gla_scope *s, const gla_econ_fit *fit, int64_t k);

/* first_stage.c: F of an endogenous regressor, and that of Sanderson and Windmeijer. */
double iv_first_stage_f(gla_scope *s, const iv_blocks *t, int64_t j, double *df);
/* overidentification.c: n times the share of the squared residuals on the instruments. */
double iv_sargan(gla_scope *s, const iv_blocks *t, double *off);

#endif
