/* search.h - how a search goes from one value of the function to the next: formulas of its state.
 *
 * The state has SEARCH_STATE arrays: six of the method's own, of which two pairs are places and values, then the place where
 * the next value is wanted, and what holds there. */
#ifndef GLA_SEARCH_SEARCH_H
#define GLA_SEARCH_SEARCH_H

#include <stdbool.h>

enum { SEARCH_STATE = 8, SEARCH_X = 6, SEARCH_CODE = 7 };

/* What holds of an element. */
enum { SEARCH_FOUND, SEARCH_OPEN, SEARCH_NAN, SEARCH_NO_END, SEARCH_SAME_SIGN };

typedef struct search_method {
    const char *op;     /* what messages call it */
    const char *points; /* of a, b: the first two places p and q; the ends c and d */
    const char *start;  /* of a, b and the values there: the state */
    const char *step;   /* of the state and a value: the state */
    const char *first;  /* arguments of `points`, */
    const char *second; /* of `start`, */
    const char *before; /* and of `step`: each ends with xtol, rtol, the least normal number and the number of steps so far */
    const char *after;  /* the state that `start` and `step` return */
    int place[2], value[2];
    bool of_root;    /* the best value is that nearest to zero, else the least */
    double least[2]; /* relative tolerance, of float64 and float32 */
} search_method;

extern const search_method search_for_root, search_for_minimum;

#endif
