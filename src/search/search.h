/* search.h - State of a search for roots or minima, and the formulas of the steps.
 *
 * The state has SEARCH_STATE arrays.  The first six belong to the method and include two pairs of points and values.  The last
 * two are the point at which the next value is requested, and the status code of each element. */
#ifndef GLA_SEARCH_SEARCH_H
#define GLA_SEARCH_SEARCH_H

#include <stdbool.h>

enum { SEARCH_STATE = 8, SEARCH_X = 6, SEARCH_CODE = 7 };

/* Status codes of elements. */
enum { SEARCH_FOUND, SEARCH_OPEN, SEARCH_NAN, SEARCH_NO_END, SEARCH_SAME_SIGN };

typedef struct search_method {
    const char *op;     /* name in messages */
    const char *points; /* formula of a and b that computes the first two points p and q, and the ends c and d */
    const char *start;  /* formula of a, b and the function values there that computes the state */
    const char *step;   /* formula of the state and a function value that computes the next state */
    const char *first;  /* arguments of `points` */
    const char *second; /* arguments of `start` */
    const char *before; /* arguments of `step`.  All three lists end with xtol, rtol, the smallest normal number and the number
                         * of steps so far */
    const char *after;  /* the state returned by `start` and `step` */
    int place[2], value[2];
    bool of_root;    /* the best value is the value nearest to zero; if false, the smallest value */
    double least[2]; /* minimum relative tolerance, for float64 and float32 */
} search_method;

extern const search_method search_for_root, search_for_minimum;

#endif
