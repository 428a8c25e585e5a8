/* sample.h - Detect names below titles, and row names written by R, in the first rows of a table. */
#ifndef GLA_SRC_IO_SAMPLE_H
#define GLA_SRC_IO_SAMPLE_H

#include "io/table.h"

enum { TABLE_SAMPLE = 64 };

/* One of the first rows. The bit masks cover its first 64 fields. */
typedef struct table_row {
    const char *at;
    int64_t line;
    int n, filled, others;                /* fields; nonempty fields; numbers other than years, and missing values */
    bool last_empty, quoted, hash, plain; /* plain: only numbers and missing values */
    uint64_t texts, years, numbers;
} table_row;

typedef struct table_sample {
    table_row rows[TABLE_SAMPLE];
    int n, width;
} table_sample;

typedef struct table_choice {
    int first; /* row of the sample that contains the names */
    bool row_names, certain;
} table_choice;

/* Read the first rows with a delimiter, using the reader r. Stop at a row that cannot be read. */
void table_take_sample(const table *t, gla_rows *r, char delimiter, table_sample *s);
/* Return true if all rows have as many fields as the first row, apart from an empty field at the end. */
bool table_is_even(const table_sample *s);
/* Return true if each row below the first is a single number. */
bool table_is_column(const table_sample *s);
/* Classify the first rows with this delimiter. Set `certain` to false if the rows have inconsistent lengths. */
table_choice table_choose(const table *t, const table_sample *s, char delimiter, gla_maybe header);

#endif
