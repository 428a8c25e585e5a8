/* tridiagonal.c - Eigenvalues and eigenvectors of tridiagonal matrices on the first OpenCL device.
 * tags: slow */
#include "../unit/tridiagonal_checks.h"

#include <stdlib.h>

int main(void)
{
    const char *vendors = getenv("OPENCL_VENDORS"); /* the tests hide devices unless they are requested */
    if (vendors)
        setenv("OCL_ICD_VENDORS", vendors, 1);
    return gla_check_tridiagonal(300);
}
