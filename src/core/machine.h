/* machine.h - What work costs on the devices of this machine. Estimates depend on sizes and on this table, never on a clock. */
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
/* How many times the seconds for flops of float64 work of this dtype takes. */
double gla_machine_factor(const gla_device *dev, gla_work work, gla_dtype dtype);
/* Seconds that the first work of a kind takes on the accelerator, such as loading its library. */
double gla_machine_first(gla_work work);
/* Seconds that the first use of the device takes. */
double gla_machine_start(void);

/* The accelerator of calls that nobody has placed: NULL if there is none. It is opened by gla_machine_open. */
bool gla_machine_has_accelerator(void);
gla_device *gla_machine_accelerator(void); /* NULL before it is open */
gla_device *gla_machine_open(void);        /* NULL if it cannot be opened */

#endif
