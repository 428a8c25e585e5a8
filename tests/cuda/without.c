/* without.c - stands for a test of the CUDA backend where that was not built. */
#include "config.h"

#include <stdio.h>

int main(void)
{
    printf("1..0 # SKIP %s\n", CUDA_NOTE);
    return 0;
}
