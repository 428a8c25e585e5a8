/* rates_file.h - Measured rates in a file, one for each kind of machine.
 *
 * The text begins with the version of the format and the hardware: the model and the usable cores of the processor, and the
 * model of the accelerator. A line follows for each measured point, and a line with their number. A file that cannot be read
 * completely, or that belongs to other hardware, is ignored, with a reason. */
#ifndef GLA_CORE_RATES_FILE_H
#define GLA_CORE_RATES_FILE_H

#include "core/rates.h"
#include "runtime/writer.h"

/* Where the rates of this process are from. */
typedef struct gla_rates_source {
    char file[400];    /* "" if there is no file for this hardware */
    char hash[9];      /* of the text of the file */
    char ignored[600]; /* a file that is not used, and why; "" if there is none */
} gla_rates_source;

void gla_rates_write(gla_writer *w, const gla_rates *measured, const gla_hardware *hardware);
/* Read the text of a file. Return false, with the reason, if it is not complete or is for other hardware. */
bool gla_rates_read(const char *text, const gla_hardware *hardware, gla_rates *measured, char *reason, size_t size);

/* Find the rates of this hardware in the user's folder, or else in that of the installation, next to the module with the
 * address `neighbour`. Return false if nothing has been measured. */
bool gla_rates_load(const gla_hardware *hardware, const void *neighbour, gla_rates *measured, gla_rates_source *source);
/* Store rates in one of the folders. The values are rounded. */
gla_status gla_rates_save(const gla_hardware *hardware, const void *neighbour, bool shared, const gla_rates *measured,
                          gla_rates_source *source);

#endif
