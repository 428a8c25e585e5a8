/* hardware.h - The processor and the accelerator of this machine, read without loading a driver. */
#ifndef GLA_CORE_HARDWARE_H
#define GLA_CORE_HARDWARE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct gla_hardware {
    char processor[100]; /* name of the model */
    char card[100];      /* name of the model; "" if there is no accelerator */
    int cores;           /* number of processors that the process may use, or of threads of OpenBLAS if that is less */
    int level;           /* x86-64 level of the processor: 4, 3 or 1; 0 for other architectures */
} gla_hardware;

/* Classes of accelerators, from the strongest on. The last one is for cards of any other name. */
typedef struct gla_card_class {
    const char *models;      /* words of the names of models, each followed by a blank */
    const char *description; /* for messages */
    double flops, bandwidth; /* float64 flops a second; bandwidth compared with an H200 */
    double single;           /* time of float32 work compared with float64 */
} gla_card_class;
const gla_card_class *gla_card_class_of(const char *model);

/* Read the hardware from a folder such as "/proc". Of several cards, the strongest counts. */
void gla_hardware_read(const char *proc, gla_hardware *hardware);
/* Find the value of the first line "name : value" of a text. Return false if there is none. */
bool gla_hardware_value(const char *text, const char *name, char *value, size_t size);

#endif
