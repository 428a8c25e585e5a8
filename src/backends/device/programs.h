/* programs.h - Programs of kernels/ and their kernels, found by small keys.
 *
 * A program consists of lines followed by a file of kernels/, or of the lines of a formula alone.  A few integers determine
 * these lines and are the key of the program.  The lines are written only when the program is compiled. */
#ifndef GLA_BACKENDS_DEVICE_PROGRAMS_H
#define GLA_BACKENDS_DEVICE_PROGRAMS_H

#include "backends/device/driver.h"
#include "dialect/dialect.h"

typedef struct gla_device_program gla_device_program;
typedef void gla_put_lines(gla_writer *w, const gla_device_program *p);

struct gla_device_program {
    const char *file;     /* file in kernels/, or another name for a formula, which consists of its lines alone */
    gla_put_lines *put;   /* writes the lines */
    const void *of;       /* another input of `put`: a literal that ends the lines, a gla_code, or NULL */
    uint16_t numbers[12]; /* all other input of `put`: dtypes, operations and sizes */
};

/* Return the program of a file for a compute type.  The lines define T and its kind, followed by `more` if it is not NULL. */
gla_device_program gla_device_typed(const char *file, gla_dtype dtype);
gla_device_program gla_device_typed_with(const char *file, gla_dtype dtype, const char *more);
/* Return the program of a file for operations that depend only on the size of the elements.  T is an integer or complex type of
 * the same size as the dtype. */
gla_device_program gla_device_sized(const char *file, gla_dtype dtype);

void gla_put_size(gla_writer *w, const gla_device_program *p);

/* Write all lines to memory from gla_malloc. */
gla_status gla_device_lines(const gla_device_program *p, char **lines);

/* Find a kernel; `name` must be a literal. */
gla_status gla_device_find(gla_device *dev, const gla_device_program *p, const char *name, void **kernel);

#endif
