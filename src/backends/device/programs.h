/* programs.h - the programs of kernels/, and their kernels, by small keys.
 *
 * A program is a file of kernels/ with lines before it.  A few numbers decide these lines, and the program is found by the
 * numbers: the lines are written when it is compiled, and not before. */
#ifndef GLA_BACKENDS_DEVICE_PROGRAMS_H
#define GLA_BACKENDS_DEVICE_PROGRAMS_H

#include "backends/device/driver.h"
#include "formula/dialect.h"

typedef void gla_put_lines(gla_writer *w, const uint16_t *numbers);

typedef struct gla_device_program {
    const char *file;
    gla_put_lines *put;   /* writes the lines */
    const char *more;     /* a literal behind them, or NULL */
    uint16_t numbers[8];  /* dtypes, operations, sizes: all that `put` looks at */
} gla_device_program;

/* For a compute type: T and its kind; and these with more lines. */
gla_device_program gla_device_typed(const char *file, gla_dtype dtype);
gla_device_program gla_device_typed_with(const char *file, gla_dtype dtype, const char *more);
/* For elements of which the size is all that matters: T, as large as they are. */
gla_device_program gla_device_sized(const char *file, gla_dtype dtype);

void gla_put_size(gla_writer *w, const uint16_t *numbers);

/* All lines, in memory from gla_malloc. */
gla_status gla_device_lines(const gla_device_program *p, char **lines);

/* A kernel; `name` is a literal. */
gla_status gla_device_find(gla_device *dev, const gla_device_program *p, const char *name, void **kernel);

#endif
