/* starts.h - what loops of special functions need of a block of elements before they go on one by one: computed in wide
 * registers, with the bits that the functions themselves would find. */
#ifndef GLA_BACKENDS_HOST_SPECIAL_STARTS_H
#define GLA_BACKENDS_HOST_SPECIAL_STARTS_H

#include <stdbool.h>
#include <stdint.h>

#define STARTS 256 /* elements of a block */

/* special_gamma_power and special_gamma_scale, or NaN where they are not worth their time. */
void gla_special_powers(int64_t n, const double *a, const double *x, double *power, double *scale);

/* special_gammainc_start of the smaller tail of p: its fields in turn, of pairs both numbers. */
typedef struct {
    double tail[STARTS], part[9][STARTS];
    int upper[STARTS];
} gla_special_gamma_starts;

void gla_special_gamma_start(int64_t n, const double *a, const double *p, int upper, gla_special_gamma_starts *s);

/* Pairs in two arrays: special_gamma_log_rest, special_t_log_middle, and -log B(a, b), or NaN where nobody asks for it, or
 * where it is remembered. */
void gla_special_gamma_rests(int64_t n, const double *a, double *h, double *l);
void gla_special_t_middles(int64_t n, const double *df, double *h, double *l);
void gla_special_betalns(int64_t n, const double *a, const double *b, double *h, double *l);

/* special_betainc, or betaincc (upper), where all elements have the same small whole parameters, or both are 1/2; NaN where an
 * x takes another way.  False where they have not. */
bool gla_special_betaincs(int64_t n, const double *a, const double *b, const double *x, bool upper, double *r);

/* special_beta_log_rest, always. */
void gla_special_beta_rests(int64_t n, const double *a, const double *b, double *h, double *l);

/* Logarithms of gamma densities, of which h and l are the rests: pairs.  NaN where what is not usual takes a branch. */
void gla_special_gamma_log_densities(int64_t n, const double *x, const double *a, const double *h, const double *l,
                                     double *log_h, double *log_l);
/* The same of beta densities; h and l are special_beta_log_rest. */
void gla_special_beta_log_densities(int64_t n, const double *x, const double *a, const double *b, const double *h,
                                    const double *l, double *log_h, double *log_l);
/* Logarithms, pairs, become those of quotients by m + 1. */
void gla_special_over_next(int64_t n, const double *m, double *log_h, double *log_l);
/* special_density_of of pairs. */
void gla_special_densities(int64_t n, const double *h, const double *l, double *density);

/* Whether most of the first 32 of x are among its first eight numbers. */
bool gla_special_has_few_values(int64_t n, const double *x);

/* special_t_log_middle and special_t_start. */
typedef struct {
    double middle[2][STARTS], x[STARTS];
} gla_special_t_starts;

void gla_special_t_start(int64_t n, const double *p, const double *df, gla_special_t_starts *s);

#endif
