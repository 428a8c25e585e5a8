/* without.c - Replacement of the OpenCL backend's tests if the backend is not built: skips. */
#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without the OpenCL backend");
    return 0;
}
