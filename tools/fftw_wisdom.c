/* fftw_wisdom.c - measures FFTW's plans of complex lines of 2^12 to 2^19 elements, and prints what it has learnt as
 * src/backends/fftw/wisdom.c.  On an idle machine; it takes two minutes:
 *
 *     cc -O2 tools/fftw_wisdom.c -o /tmp/wisdom -lfftw3 -lfftw3f && /tmp/wisdom > src/backends/fftw/wisdom.c */
#include <fftw3.h>
#include <stdio.h>
#include <stdlib.h>

#define SMALLEST 12
#define LARGEST 19
#define ALIGNMENT 64

static void print_text(const char *name, const char *text)
{
    printf("\nconst char %s[] =\n    \"", name);
    for (; *text; text++)
        if (*text == '\n')
            printf("\\n\"%s", text[1] ? "\n    \"" : ";\n");
        else
            putchar(*text);
}

int main(void)
{
    const size_t bytes = sizeof(fftw_complex) << LARGEST;
    void *in = aligned_alloc(ALIGNMENT, bytes), *out = aligned_alloc(ALIGNMENT, bytes);
    if (!in || !out)
        return 1;
    for (int power = SMALLEST; power <= LARGEST; power++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const fftw_iodim64 line = {1L << power, 1, 1};
            const fftwf_iodim64 narrow = {1L << power, 1, 1};
            fftw_destroy_plan(fftw_plan_guru64_dft(1, &line, 0, NULL, in, out, sign, FFTW_MEASURE));
            fftwf_destroy_plan(fftwf_plan_guru64_dft(1, &narrow, 0, NULL, in, out, sign, FFTW_MEASURE));
        }
    printf("/* wisdom.c - measured plans of complex lines of 2^%d to 2^%d elements, made by tools/fftw_wisdom.c.\n"
           " * FFTW takes none of it where it is another version, or the processor has not the instructions. */\n"
           "#include \"wisdom.h\"\n",
           SMALLEST, LARGEST);
    print_text("gla_fftw_wisdom_wide", fftw_export_wisdom_to_string());
    print_text("gla_fftw_wisdom_narrow", fftwf_export_wisdom_to_string());
    return 0;
}
