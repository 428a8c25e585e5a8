/* rates.h - The table of a machine: how long work takes on the host and on its accelerator. */
#ifndef GLA_CORE_RATES_H
#define GLA_CORE_RATES_H

#include "core/hardware.h"
#include "core/machine.h"

enum { GLA_RATE_POINTS = 8 };

/* The seconds for an amount of work. A curve is a list of points with ascending amounts; an amount of 0 ends it. */
typedef struct gla_rate {
    double amount, seconds;
} gla_rate;
typedef gla_rate gla_curve[GLA_RATE_POINTS];

/* In a table of measurements, 0 seconds mean that a point, the start or a first use has not been measured. */
typedef struct gla_rates {
    gla_curve host[GLA_WORKS], device[GLA_WORKS];
    gla_curve copies;                  /* bytes between pageable memory of the host and the accelerator */
    double start;                      /* seconds to start the accelerator */
    double first[GLA_WORKS];           /* seconds that the first use of a kind of work on the accelerator costs in a process */
    double host_single, device_single; /* time of float32 compared with float64, for kinds of work that count flops */
} gla_rates;

/* Names of the kinds of work in files and messages: "bytes", "product" ... */
extern const char *const gla_work_names[GLA_WORKS];

/* Return the rates expected of hardware that has not been measured. Without an accelerator the card is an H200. */
void gla_rates_default(gla_rates *r, const gla_hardware *hardware);
/* Return the points of the default rates, none of them measured. */
void gla_rates_unmeasured(gla_rates *measured);
/* Replace default rates by measured ones. A point that is larger than the measured ones keeps its ratio to the last of them. */
void gla_rates_apply(gla_rates *r, const gla_rates *measured);

/* Curve number i of a table, of GLA_CURVES: the host's, then the accelerator's, then the copies; NULL after the last. */
enum { GLA_CURVES = 2 * GLA_WORKS + 1 };
gla_rate *gla_rates_curve(gla_rates *r, int i);

/* Return the seconds for an amount, interpolated in logarithms. Beyond the last point they are proportional to the amount. */
double gla_rate_seconds(const gla_rate *curve, double amount);
/* Round seconds to a power of the square root of 2, so that measuring again rarely changes a decision. */
double gla_rate_round(double seconds);

#endif
