/* initial_values.h - Initial values for special functions, computed for a block of elements in wide registers before the
 * elements are processed one by one.  The bits of these values are the same as if the functions themselves computed them. */
#ifndef GLA_BACKENDS_HOST_SPECIAL_STARTS_H
#define GLA_BACKENDS_HOST_SPECIAL_STARTS_H

#include <stdbool.h>
#include <stdint.h>

#define STARTS 256 /* number of elements per block */

/* Compute special_gamma_power and special_gamma_scale, or NaN if computing them in advance is not worthwhile. */
void gla_special_powers(int64_t n, const double *a, const double *x, double *power, double *scale);

/* Compute special_gammainc_start for the smaller tail of p.  gla_special_gamma_starts contains the fields of the result in
 * order, including both numbers of each pair. */
typedef struct {
    double tail[STARTS], part[9][STARTS];
    int upper[STARTS];
} gla_special_gamma_starts;

void gla_special_gamma_start(int64_t n, const double *a, const double *p, int upper, gla_special_gamma_starts *s);

/* Compute pairs in two arrays: special_gamma_log_rest, special_t_log_middle, and -log B(a, b).  A value that is not needed or
 * is cached is set to NaN. */
void gla_special_gamma_rests(int64_t n, const double *a, double *h, double *l);
void gla_special_t_middles(int64_t n, const double *df, double *h, double *l);
void gla_special_betalns(int64_t n, const double *a, const double *b, double *h, double *l);

/* Compute special_betainc, or betaincc if `upper`, if all elements have the same small integer parameters or all parameters are
 * 1/2. Elements that need another method are set to NaN.  Return false if the parameters are different. */
bool gla_special_betaincs(int64_t n, const double *a, const double *b, const double *x, bool upper, double *r);

/* Compute special_beta_log_rest for all elements. */
void gla_special_beta_rests(int64_t n, const double *a, const double *b, double *h, double *l);

/* Compute logarithms of gamma densities as pairs, given the rests in h and l.  Unusual elements, which need a branch, are set
 * to NaN. */
void gla_special_gamma_log_densities(int64_t n, const double *x, const double *a, const double *h, const double *l,
                                     double *log_h, double *log_l);
/* Compute logarithms of beta densities as pairs, given special_beta_log_rest in h and l. */
void gla_special_beta_log_densities(int64_t n, const double *x, const double *a, const double *b, const double *h,
                                    const double *l, double *log_h, double *log_l);
/* Subtract log(m + 1) from logarithms, which are pairs. */
void gla_special_over_next(int64_t n, const double *m, double *log_h, double *log_l);
/* Compute special_density_of for pairs. */
void gla_special_densities(int64_t n, const double *h, const double *l, double *density);

/* Return true if most of the first 32 elements of x are equal to one of the first eight. */
bool gla_special_has_few_values(int64_t n, const double *x);

/* Compute special_t_log_middle and special_t_start. */
typedef struct {
    double middle[2][STARTS], x[STARTS];
} gla_special_t_starts;

void gla_special_t_start(int64_t n, const double *p, const double *df, gla_special_t_starts *s);

#endif
