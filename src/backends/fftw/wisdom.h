/* wisdom.h - what FFTW has learnt of long complex lines, whose estimated plans take up to twice as long. */
#ifndef GLA_BACKENDS_FFTW_WISDOM_H
#define GLA_BACKENDS_FFTW_WISDOM_H

extern const char gla_fftw_wisdom_wide[], gla_fftw_wisdom_narrow[];

#endif
