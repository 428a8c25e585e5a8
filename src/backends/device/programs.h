/* programs.h - the programs of kernels/, and their kernels, by small keys.
 *
 * A program is a file of kernels/ with lines before it, or the lines of a formula.  A few numbers decide these lines, and the
 * program is found by the numbers: the lines are written when it is compiled, and not before. */
#ifndef GLA_BACKENDS_DEVICE_PROGRAMS_H
#define GLA_BACKENDS_DEVICE_PROGRAMS_H

#include "backends/device/driver.h"
#include "dialect/dialect.h"

typedef struct gla_device_program gla_device_program;
typedef void gla_put_lines(gla_writer *w, const gla_device_program *p);

struct gla_device_program {
    const char *file;     /* of kernels/; of formulas, whose lines are all there is, another name */
    gla_put_lines *put;   /* writes the lines */
    const void *of;       /* what it writes them of besides numbers: a literal that ends them, a gla_code, or NULL */
    uint16_t numbers[12]; /* dtypes, operations, sizes: all else that it looks at */
};

/* For a compute type: T and its kind; and these with more lines. */
gla_device_program gla_device_typed(const char *file, gla_dtype dtype);
gla_device_program gla_device_typed_with(const char *file, gla_dtype dtype, const char *more);
/* For elements of which the size is all that matters: T, as large as they are. */
gla_device_program gla_device_sized(const char *file, gla_dtype dtype);

void gla_put_size(gla_writer *w, const gla_device_program *p);

/* All lines, in memory from gla_malloc. */
gla_status gla_device_lines(const gla_device_program *p, char **lines);

/* A kernel; `name` is a literal. */
gla_status gla_device_find(gla_device *dev, const gla_device_program *p, const char *name, void **kernel);

#endif
