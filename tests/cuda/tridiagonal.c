/* tridiagonal.c - Eigenvalues and eigenvectors of tridiagonal matrices on the first GPU; with an order as argument, print run
 * times. */
#include "../unit/tridiagonal_checks.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc == 1)
        return gla_check_tridiagonal(1025);
    gla_time_tridiagonal(atoi(argv[1]));
    return 0;
}
