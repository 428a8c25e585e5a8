/* heavy.h - Specify for each special function the file whose loop computes it.  IN_FILE is HEAVY if the loop is in heavy.c,
 * POWERED if the loop first computes many powers, STARTED if a separate loop first starts many inverses at once, or empty. */
#define IN_erf(name, arity)
#define IN_erfinv(name, arity)
#define IN_logistic(name, arity)
#define IN_gamma(name, arity)
#define IN_beta(name, arity)
#define IN_digamma(name, arity)
#define IN_random(name, arity)
#define IN_gammainc POWERED
#define IN_betainc STARTED
#define IN_inverse(name, arity) ROOT_##name(name, arity)
#define ROOT_gammaincinv STARTED
#define ROOT_gammainccinv STARTED
#define ROOT_betaincinv HEAVY
#define ROOT_betainccinv HEAVY
#define IN_bessel HEAVY
#define IN_density(name, arity) ROOT_##name(name, arity)
#define ROOT_gamma_pdf STARTED
#define ROOT_gamma_logpdf STARTED
#define ROOT_beta_pdf STARTED
#define ROOT_beta_logpdf STARTED
#define ROOT_t_pdf STARTED
#define ROOT_t_logpdf STARTED
#define ROOT_f_pdf STARTED
#define ROOT_f_logpdf STARTED
#define IN_ratio(name, arity) ROOT_##name(name, arity)
#define ROOT_t_ppf STARTED
#define ROOT_t_sf STARTED
#define ROOT_f_cdf HEAVY
#define ROOT_f_sf HEAVY
#define ROOT_f_ppf HEAVY
#define ROOT_f_isf HEAVY
#define IN_logtail HEAVY
#define IN_chi2 STARTED
#define IN_discrete(name, arity) ROOT_##name(name, arity)
#define ROOT_poisson_pmf STARTED
#define ROOT_poisson_logpmf STARTED
#define ROOT_poisson_cdf HEAVY
#define ROOT_poisson_sf HEAVY
#define ROOT_poisson_ppf HEAVY
#define ROOT_poisson_isf HEAVY
#define ROOT_binom_pmf STARTED
#define ROOT_binom_logpmf STARTED
#define ROOT_binom_cdf HEAVY
#define ROOT_binom_sf HEAVY
#define ROOT_binom_ppf HEAVY
#define ROOT_binom_isf HEAVY
