/* lists.h - Read nested lists of arrays or of matrices. */
#ifndef GLA_BINDING_LISTS_H
#define GLA_BINDING_LISTS_H

#include "binding/reader.h"

/* Destination of nested lists. */
typedef struct gla_nest {
    void *list; /* a gla_blocks or gla_sparses; the following members point into it */
    const int64_t *n;
    int *depth;
    int64_t *lists, **lengths;
    const char *items;                                                         /* "arrays" */
    gla_status (*add)(gla_reader *r, void *o, const gla_value *v, void *list); /* appends an item to the list */
} gla_nest;

/* Read o at nesting depth `level`. After a failure the items read so far are still in the list. */
gla_status gla_read_nest(gla_reader *r, void *o, int level, const gla_nest *nest);

/* Return a list of n items, reallocated if necessary to have space for one more item. Return NULL, with the list unchanged, if
 * memory is exhausted. */
void *gla_with_space(void *list, int64_t n, size_t item);

#endif
