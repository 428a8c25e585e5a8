/* special_heavy.h - which files of the table of special functions have heavy loops: IN_FILE is HEAVY,
 * POWERED where a loop for many powers at once comes before it, or nothing. */
#define IN_erf(name, arity)
#define IN_erfinv(name, arity)
#define IN_logistic(name, arity)
#define IN_gamma(name, arity)
#define IN_digamma(name, arity)
#define IN_random(name, arity)
#define IN_gammainc POWERED
#define IN_betainc HEAVY
#define IN_inverse HEAVY
#define IN_bessel HEAVY
#define IN_density HEAVY
#define IN_ratio HEAVY
#define IN_discrete HEAVY
