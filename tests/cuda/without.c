/* without.c - Replacement of the CUDA backend's tests if the backend is not built: skips. */
#include "config.h"

#include <stdio.h>

int main(void)
{
    printf("1..0 # SKIP %s\n", CUDA_NOTE);
    return 0;
}
