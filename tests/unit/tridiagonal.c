/* tridiagonal.c - Eigenvalues and eigenvectors of tridiagonal matrices on the emulated device.
 * tags: slow */
#include "tridiagonal_checks.h"

int main(void)
{
    return gla_check_tridiagonal(300);
}
