/* lists.h - reading lists of lists: of arrays, of matrices. */
#ifndef GLA_BINDING_LISTS_H
#define GLA_BINDING_LISTS_H

#include "binding/reader.h"

/* What the lists are read into. */
typedef struct gla_nest {
    void *list; /* a gla_blocks, a gla_sparses; its parts are these */
    const int64_t *n;
    int *depth;
    int64_t *lists, **lengths;
    const char *items;                                                         /* "arrays" */
    gla_status (*add)(gla_reader *r, void *o, const gla_value *v, void *list); /* what stands for an item goes to the end */
} gla_nest;

/* Read o, which stands in `level` lists.  After a failure what has been read is still in the list. */
gla_status gla_read_nest(gla_reader *r, void *o, int level, const gla_nest *nest);

/* A list of n items with space for one more; NULL, and the list as it was, without memory for that. */
void *gla_with_space(void *list, int64_t n, size_t item);

#endif
