/* tridiagonal_checks.h - eigenvalues and eigenvectors of tridiagonal matrices on the first device of the backend that a test is
 * linked with. */
#ifndef TRIDIAGONAL_CHECKS_H
#define TRIDIAGONAL_CHECKS_H

/* All matrices up to order `largest`; prints TAP, and is the exit status. */
int gla_check_tridiagonal(int largest);
/* Seconds for one of order n with random elements, the shortest of some: prints them with the errors. */
void gla_time_tridiagonal(int n);

#endif
