/* without.c - in place of what tests the OpenCL backend, where it is not built. */
#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without the OpenCL backend");
    return 0;
}
