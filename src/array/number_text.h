/* number_text.h - Format the elements of an array with a common width. */
#ifndef GLA_ARRAY_NUMBER_TEXT_H
#define GLA_ARRAY_NUMBER_TEXT_H

#include "core/core.h"

/* Maximum length of one formatted element, real or complex. */
#define GLA_NUMBER_TEXT 128

/* Format of real elements; a complex dtype has two. */
typedef struct gla_real_format {
    bool single; /* enough digits to distinguish float32 values */
    bool plus;   /* always write a sign */
    bool scientific;
    int left, right; /* characters before the point (including the sign) and after it */
    int exponent;    /* number of digits of the exponent */
} gla_real_format;

/* Format of the elements of one array, determined from all elements that will be printed. */
typedef struct gla_number_format {
    gla_dtype dtype;
    int width; /* width of integers and truth values */
    gla_real_format re, im;
} gla_number_format;

/* data: n contiguous elements of dtype. */
void gla_number_format_init(gla_number_format *f, gla_dtype dtype, const void *data, int64_t n);

/* Format one element into text, which has space for GLA_NUMBER_TEXT characters. Return the length. */
int gla_number_text(const gla_number_format *f, const void *element, char *text);

/* Format a single element as a 0-d array prints it: "0.1", "(1+2j)". */
int gla_scalar_text(gla_dtype dtype, const void *element, char *text);

#endif
