/* machine.h - What work costs on the devices of this machine.
 *
 * Estimates depend on sizes and on a table of rates (rates.h), never on a clock. The table is read when it is first needed. */
#ifndef GLA_CORE_MACHINE_H
#define GLA_CORE_MACHINE_H

#include "runtime/object.h"

/* Kinds of work, and the unit of the amount. */
typedef enum gla_work {
    GLA_WORK_BYTES,    /* elementwise work, reductions and copies: bytes read */
    GLA_WORK_PRODUCT,  /* matrix products: flops */
    GLA_WORK_FACTOR,   /* LU, Cholesky, triangular systems: flops */
    GLA_WORK_QR,       /* QR and least squares: flops */
    GLA_WORK_SPECTRUM, /* eigenvalues and singular values: flops */
    GLA_WORK_SORT,     /* elements sorted */
    GLA_WORK_FFT,      /* 5 n log2 n */
    GLA_WORK_RANDOM,   /* draws */
    GLA_WORK_FIT,      /* estimators: bytes of the data */
    GLA_WORK_GATHER,   /* bytes read in no order; sparse products */
    GLA_WORKS
} gla_work;

/* Seconds for work on a device; `dev` may be a device that is not open. */
double gla_machine_seconds(const gla_device *dev, gla_work work, double amount);
/* Seconds to copy bytes between the host and the accelerator, in either direction. */
double gla_machine_copy(double bytes);
/* Seconds that the first use of the device takes. */
double gla_machine_start(void);
/* Seconds that the first use of a kind of work on the accelerator costs in a process, with compiled programs in the cache. */
double gla_machine_first(gla_work work);
/* How much longer work of a dtype takes than that of float64: multiply the amount by it. Amounts in bytes are not affected. */
double gla_machine_factor(const gla_device *dev, gla_work work, gla_dtype dtype);

/* Describe the rates of this process and the hardware for which they are, in one line. */
void gla_machine_describe(char *text, size_t size);

/* The accelerator of calls that nobody has placed: NULL if there is none. It is opened by gla_machine_open. */
bool gla_machine_has_accelerator(void);
gla_device *gla_machine_accelerator(void); /* NULL before it is open */
gla_device *gla_machine_open(void);        /* NULL if it cannot be opened */

/* For calibration (info/calibrate.c): the hardware, and an address next to which the shared folder is. gla_machine_reload: read
 * the file of rates again. */
struct gla_hardware;
gla_status gla_machine_hardware(struct gla_hardware *hardware, const void **neighbour);
gla_status gla_machine_reload(void);

#endif
