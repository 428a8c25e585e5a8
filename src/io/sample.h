/* sample.h - what the first rows of a table show: the names below titles, the names of rows that R writes. */
#ifndef GLA_SRC_IO_SAMPLE_H
#define GLA_SRC_IO_SAMPLE_H

#include "io/table.h"

enum { TABLE_SAMPLE = 64 };

/* One of the first rows.  The masks are of its first 64 fields. */
typedef struct table_row {
    const char *at;
    int64_t line;
    int n, filled, others;                /* fields; those not empty; of these, numbers that are no years, and missing values */
    bool last_empty, quoted, hash, plain; /* plain: numbers and missing values alone */
    uint64_t texts, years, numbers;
} table_row;

typedef struct table_sample {
    table_row rows[TABLE_SAMPLE];
    int n, width;
} table_sample;

typedef struct table_choice {
    int first; /* row of the sample with the names */
    bool row_names, certain;
} table_choice;

/* Read the first rows with a delimiter, up to one that cannot be read; r is the reader to use. */
void table_take_sample(const table *t, gla_rows *r, char delimiter, table_sample *s);
/* True if all rows have as many fields as the first, but for an empty one at the end. */
bool table_is_even(const table_sample *s);
/* True if the rows below the first are single numbers. */
bool table_is_column(const table_sample *s);
/* What the first rows are with this delimiter; not certain if they do not go together. */
table_choice table_choose(const table *t, const table_sample *s, char delimiter, gla_maybe header);

#endif
