/* form.h - Notations in which a table writes its values. */
#ifndef GLA_SRC_IO_FORM_H
#define GLA_SRC_IO_FORM_H

#include "io/io.h"

typedef enum gla_percent { GLA_NO_PERCENT, GLA_PERCENT_POINTS, GLA_PERCENT_FRACTION } gla_percent;

/* Notation set by the options of a script; members that are NULL are not set. */
typedef struct gla_form {
    char decimal;
    const char *thousands, *currency, *flags;
    gla_percent percent;
    const gla_strings *missing, *yes, *no;
    double *codes; /* the missing values as numbers; NaN if a missing value is not a number */
} gla_form;

/* Parse the missing values that are numbers. Release them with gla_form_release. */
gla_status gla_form_codes(const char *op, gla_form *f);
void gla_form_release(gla_form *f);

/* Read one field. The value is NaN for text and missing values, and 1 or 0 for truth values. */
gla_cell_kind gla_form_read(const gla_form *f, const gla_cell *cell, double *value);

/* Return true if a cell of a text column is a missing value; "NA" in quotes is text. f may be NULL. */
bool gla_form_is_missing(const gla_form *f, const gla_cell *cell);

/* If other options would read the cell as a number, write a hint with these options: "thousands=',' to read it as 1234". Unless
 * `flags` is true, a number followed by letters is treated as text. */
bool gla_form_hint(const gla_form *f, const gla_cell *cell, bool flags, char *hint, size_t size);

#endif
