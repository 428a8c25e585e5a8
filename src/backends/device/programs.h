/* programs.h - Programs of kernels/ and their kernels, found by small keys.
 *
 * A program is a file of kernels/ preceded by lines, or the lines of a formula.  A few numbers determine these lines, and the
 * program is looked up by the numbers.  The lines are written only when the program is compiled. */
#ifndef GLA_BACKENDS_DEVICE_PROGRAMS_H
#define GLA_BACKENDS_DEVICE_PROGRAMS_H

#include "backends/device/driver.h"
#include "dialect/dialect.h"

typedef struct gla_device_program gla_device_program;
typedef void gla_put_lines(gla_writer *w, const gla_device_program *p);

struct gla_device_program {
    const char *file;     /* file in kernels/; formulas, which consist of their lines alone, use another name */
    gla_put_lines *put;   /* writes the lines */
    const void *of;       /* input of `put` besides the numbers: a literal that ends the lines, a gla_code, or NULL */
    uint16_t numbers[12]; /* all other input of `put`: dtypes, operations, sizes */
};

/* Return the program of a file for a compute type: the lines define T and its kind, followed by `more` if given. */
gla_device_program gla_device_typed(const char *file, gla_dtype dtype);
gla_device_program gla_device_typed_with(const char *file, gla_dtype dtype, const char *more);
/* Return the program of a file for elements of which only the size matters: T is an integer or complex type of that size. */
gla_device_program gla_device_sized(const char *file, gla_dtype dtype);

void gla_put_size(gla_writer *w, const gla_device_program *p);

/* Write all lines to memory from gla_malloc. */
gla_status gla_device_lines(const gla_device_program *p, char **lines);

/* Find a kernel; `name` must be a literal. */
gla_status gla_device_find(gla_device *dev, const gla_device_program *p, const char *name, void **kernel);

#endif
