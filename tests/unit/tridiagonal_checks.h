/* tridiagonal_checks.h - Tests of eigenvalues and eigenvectors of tridiagonal matrices on the first device of the backend that
 * the test is linked with. */
#ifndef TRIDIAGONAL_CHECKS_H
#define TRIDIAGONAL_CHECKS_H

/* Test all matrices up to order `largest`; print TAP and return the exit status. */
int gla_check_tridiagonal(int largest);
/* Print the shortest time in seconds for a random matrix of order n, with the errors. */
void gla_time_tridiagonal(int n);

#endif
