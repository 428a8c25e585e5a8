/* form.h - the forms in which a table writes its values. */
#ifndef GLA_SRC_IO_FORM_H
#define GLA_SRC_IO_FORM_H

#include "io/io.h"

typedef enum gla_percent { GLA_NO_PERCENT, GLA_PERCENT_POINTS, GLA_PERCENT_FRACTION } gla_percent;

/* What the options of a script say; NULL where they say nothing. */
typedef struct gla_form {
    char decimal;
    const char *thousands, *currency, *flags;
    gla_percent percent;
    const gla_strings *missing, *yes, *no;
    double *codes; /* the missing values that are numbers, NaN for others */
} gla_form;

/* Read the codes for missing values; released with gla_form_release. */
gla_status gla_form_codes(const char *op, gla_form *f);
void gla_form_release(gla_form *f);

/* Read one field.  The value is NaN for text and missing values, 1 or 0 for truth values. */
gla_cell_kind gla_form_read(const gla_form *f, const gla_cell *cell, double *value);

/* True if a cell of a column of texts is a missing value: "NA" in quotes is a text.  f may be NULL. */
bool gla_form_is_missing(const gla_form *f, const gla_cell *cell);

/* If other options would make a number of a text, write them, such as "thousands=',' reads it as 1234".  Without `flags` a
 * number followed by letters counts as text. */
bool gla_form_hint(const gla_form *f, const gla_cell *cell, bool flags, char *hint, size_t size);

#endif
