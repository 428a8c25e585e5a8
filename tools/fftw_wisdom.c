/* fftw_wisdom.c - measures FFTW's plans of complex lines of 2^12 to 2^19 elements, and of three, five and seven times powers of
 * two, forward, which chirps need (src/backends/fftw/chirp.c), and prints what it has learnt as src/backends/fftw/wisdom_wide.c
 * or wisdom_narrow.c.  On an idle machine; it takes some minutes:
 *
 *     cc -O2 tools/fftw_wisdom.c -o /tmp/wisdom -lfftw3 -lfftw3f
 *     /tmp/wisdom wide > src/backends/fftw/wisdom_wide.c; /tmp/wisdom narrow > src/backends/fftw/wisdom_narrow.c */
#include <fftw3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALLEST (1L << 12)
#define LARGEST (1L << 19)
#define ALIGNMENT 64

static void measure(bool is_wide, long n, int sign, void *in, void *out)
{
    if (is_wide) {
        const fftw_iodim64 line = {n, 1, 1};
        fftw_destroy_plan(fftw_plan_guru64_dft(1, &line, 0, NULL, in, out, sign, FFTW_MEASURE));
    } else {
        const fftwf_iodim64 line = {n, 1, 1};
        fftwf_destroy_plan(fftwf_plan_guru64_dft(1, &line, 0, NULL, in, out, sign, FFTW_MEASURE));
    }
}

static void print_text(const char *name, const char *text)
{
    printf("\nconst char gla_fftw_wisdom_%s[] =\n    \"", name);
    for (; *text; text++)
        if (*text == '\n')
            printf("\\n\"%s", text[1] ? "\n    \"" : ";\n");
        else
            putchar(*text);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    const bool is_wide = strcmp(name, "wide") == 0;
    const size_t bytes = sizeof(fftw_complex) * LARGEST;
    void *in = aligned_alloc(ALIGNMENT, bytes), *out = aligned_alloc(ALIGNMENT, bytes);
    if (!in || !out || (!is_wide && strcmp(name, "narrow") != 0))
        return 1;
    for (long odd = 1; odd <= 7; odd += 2)
        for (long n = odd; n <= LARGEST; n *= 2)
            for (int sign = -1; sign <= (odd == 1) && n >= SMALLEST; sign += 2)
                measure(is_wide, n, sign, in, out);
    printf("/* wisdom_%s.c - measured plans of complex lines in %s precision, made by tools/fftw_wisdom.c.\n"
           " * FFTW takes none of it where it is another version, or the processor has not the instructions. */\n"
           "#include \"wisdom.h\"\n",
           name, is_wide ? "double" : "single");
    print_text(name, is_wide ? fftw_export_wisdom_to_string() : fftwf_export_wisdom_to_string());
    return 0;
}
