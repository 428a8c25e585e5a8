/* vcov.h - Covariance matrices of Fits. */
#ifndef GLA_ECON_VCOV_VCOV_H
#define GLA_ECON_VCOV_VCOV_H

#include "econ/econ.h"

enum { VCOV_WAYS = 4 }; /* largest number of cluster dimensions */

typedef enum vcov_kind {
    VCOV_IID,
    VCOV_HC0,
    VCOV_HC1,
    VCOV_HC2,
    VCOV_HC3,
    VCOV_CLUSTER,
    VCOV_CRV3,
    VCOV_NW,
    VCOV_DK,
    VCOV_CONLEY
} vcov_kind;

/* A specification that has been read. The strings belong to the scope. */
typedef struct vcov_spec {
    vcov_kind kind;
    const char *text; /* as given */
    int n;
    const char *names[VCOV_WAYS];
    double number; /* in parentheses: number of lags, or distance; NAN: not given */
    bool bartlett; /* kernel of Conley's matrix */
} vcov_spec;

/* A grouping variable in the rows of a Fit. */
typedef struct vcov_group {
    const char *name;
    gla_array *codes;
    int64_t size, count; /* codes are less than size; number of groups that occur */
} vcov_group;

typedef enum vcov_ssc { SSC_FIXEST, SSC_REGHDFE, SSC_STATA, SSC_STATSMODELS } vcov_ssc;

/* The state of one covariance matrix. */
typedef struct vcov {
    gla_scope *s;
    gla_econ_fit *fit;
    const econ_estimates *e;
    vcov_spec spec;
    vcov_ssc ssc;
    int n_groups;
    vcov_group groups[VCOV_WAYS];
    bool raw;          /* of a test, which repairs the matrix and warns itself */
    bool unscaled;     /* the matrix "iid" has no factor */
    double parameters; /* number of parameters, with those of the effects that the convention counts */
    int64_t periods;   /* of serial correlation */
    bool is_panel;     /* Newey-West within units */
    double *meat;      /* (k, k) */
} vcov;

/* parse.c */
void vcov_parse(gla_scope *s, const char *text, vcov_spec *spec);

/* groups.c: find a grouping variable by its name; the groups of the specification; a variable of numbers. */
void vcov_find_group(vcov *v, const char *name, vcov_group *group);
void vcov_find_clusters(vcov *v);
/* Groups of rows that are in the same groups of all variables in the set. */
void vcov_cross(vcov *v, unsigned set, vcov_group *group);

/* small_sample.c: is each group of an effect in one cluster? */
bool vcov_is_nested(vcov *v, const econ_effect *effect, const vcov_group *cluster);
/* v->parameters; factors of the matrices; degrees of freedom of t. */
void vcov_count_parameters(vcov *v);
double vcov_factor(const vcov *v, int64_t groups); /* of a term with so many clusters or periods; 0: no groups */
double vcov_degrees(const vcov *v);                /* v->fit->groups are known */

/* scores.c: the scores of rows, (n, k); of a range of rows. */
gla_array *vcov_scores(vcov *v, const gla_array *u);
/* Add factor · S'S to the meat. */
void vcov_add_squares(vcov *v, double factor, const gla_array *S);
/* Add S'T + T'S. */
void vcov_add_products(vcov *v, double factor, const gla_array *S, const gla_array *T);

/* The kinds: add to the meat. */
void vcov_robust(vcov *v);
void vcov_clustered(vcov *v);
/* CRV3: the meat is the matrix itself, without its factor. */
void vcov_jackknife(vcov *v);
void vcov_newey_west(vcov *v);
void vcov_driscoll_kraay(vcov *v);
void vcov_conley(vcov *v);
/* Compute the matrices of a stack of regressions, (..., k, k). */
void vcov_stack(vcov *v);

/* covariance.c: the convention of a name; compute v->fit->covariance and its degrees of freedom. */
vcov_ssc vcov_convention(const char *ssc);
void vcov_compute(vcov *v);
/* Set the negative eigenvalues of V (k, k) to 0, since a sum of several matrices need not be positive semidefinite. Return
 * their number. With `text`, which names the matrix, warn about them. */
int64_t vcov_repair(gla_scope *s, double *V, int64_t k, const char *text);

#endif
