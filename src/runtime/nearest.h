/* nearest.h - The name that is most like a misspelled one. */
#ifndef GLA_RUNTIME_NEAREST_H
#define GLA_RUNTIME_NEAREST_H

/* Return the index of the nearest of n names if its edit distance is at most a third of the length of `name`, or -1. At a
 * larger distance the names are probably unrelated. */
int gla_nearest_of(const char *name, const char *const *names, int n);

#endif
