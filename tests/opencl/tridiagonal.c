/* tridiagonal.c - eigenvalues and eigenvectors of tridiagonal matrices on the first OpenCL device.
 * tags: slow */
#include "../unit/tridiagonal_checks.h"

#include <stdlib.h>

int main(void)
{
    const char *vendors = getenv("OPENCL_VENDORS"); /* devices are hidden from tests that do not ask for them */
    if (vendors)
        setenv("OCL_ICD_VENDORS", vendors, 1);
    return gla_check_tridiagonal(300);
}
