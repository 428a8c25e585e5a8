/* etable.h - A table of Fits that is being filled. */
#ifndef GLA_ECON_OUTPUT_ETABLE_H
#define GLA_ECON_OUTPUT_ETABLE_H

#include "econ/output/output.h"

/* One call of etable. */
typedef struct etable {
    gla_scope *s;
    const gla_fits *fits;
    const gla_strings *labels, *stats;
    int digits, per; /* per: columns of a Fit */
    bool beside, none, stars;
    out_estimate **estimates;
    out_grid *grid;
    bool undefined; /* a standard error is not defined */
} etable;

typedef const char *text_of(etable *t, const gla_econ_fit *fit, const char *name);

/* etable_rows.c */
/* Add a row with a text for each Fit. */
out_row *etable_add(etable *t, const char *label, text_of *text, const char *name);
/* True if a Fit has such a text. */
bool etable_any(etable *t, text_of *text, const char *name);
void etable_add_effects(etable *t);
void etable_add_statistics(etable *t);

#endif
