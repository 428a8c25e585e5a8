/* hb_write.c - writing Harwell-Boeing files: column by column, real or complex, not symmetric. */
#include "sparse_files/files.h"

#include <math.h>
#include <string.h>

enum { CARD = 80, REAL_WIDTH = 25, REALS = 3 };

typedef struct deck {
    const char *title, *key;
    sparse_host h;
    bool complex;
    int width[2], repeat[2]; /* of pointers and of rows */
} deck;

static int digits(int64_t n)
{
    int count = 1;
    for (; n > 9; n /= 10)
        count++;
    return count;
}

static int64_t lines(int64_t count, int64_t repeat)
{
    return count / repeat + (count % repeat != 0);
}

static void write_opening(FILE *out, const deck *d)
{
    char format[3][32] = {"", "", ""};
    const sparse_host *h = &d->h;
    int64_t part[3] = {lines(h->n + 1, d->repeat[0]), lines(h->nnz, d->repeat[1]), lines(h->nnz * (1 + d->complex), REALS)};
    for (int k = 0; k < 2; k++)
        snprintf(format[k], sizeof format[k], "(%dI%d)", d->repeat[k], d->width[k]);
    snprintf(format[2], sizeof format[2], "(%dE%d.16)", REALS, REAL_WIDTH);
    fprintf(out, "%-72s%-8s\n", d->title, d->key);
    fprintf(out, "%14lld%14lld%14lld%14lld%14d\n", (long long)(part[0] + part[1] + part[2]), (long long)part[0],
            (long long)part[1], (long long)part[2], 0);
    fprintf(out, "%s%11s%14lld%14lld%14lld%14d\n", d->complex ? "CUA" : "RUA", "", (long long)h->m, (long long)h->n,
            (long long)h->nnz, 0);
    fprintf(out, "%-16s%-16s%-20s%-20s\n", format[0], format[1], format[2], "");
}

static gla_status write_integers(const gla_file *f, const deck *d, int which, int64_t count, const int64_t *values)
{
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < count && !st; i++) {
        fprintf(f->stream, "%*lld", d->width[which], (long long)values[i] + 1);
        if ((i + 1) % d->repeat[which] == 0 || i + 1 == count)
            fputc('\n', f->stream);
        if (i % 65536 == 65535)
            st = gla_interrupted() ? gla_file_interrupted(f) : gla_file_check(f);
    }
    return st;
}

static void write_real(FILE *out, double value)
{
    char text[64];
    gla_print(text, sizeof text, "%.16E", value);
    fprintf(out, "%*s", REAL_WIDTH, text);
}

static gla_status write_deck(const gla_file *f, const void *what)
{
    const deck *d = what;
    const sparse_host *h = &d->h;
    write_opening(f->stream, d);
    gla_status st = write_integers(f, d, 0, h->n + 1, h->indptr);
    if (!st)
        st = write_integers(f, d, 1, h->nnz, h->indices);
    for (int64_t i = 0, n = 0, all = h->nnz * (1 + d->complex); i < h->nnz && !st; i++) {
        double value[2];
        sparse_value_at(h, i, value);
        for (int k = 0; k < (d->complex ? 2 : 1); k++) {
            write_real(f->stream, value[k]);
            if (++n % REALS == 0 || n == all)
                fputc('\n', f->stream);
        }
        if (i % 65536 == 65535)
            st = gla_interrupted() ? gla_file_interrupted(f) : gla_file_check(f);
    }
    return st ? st : gla_file_check(f);
}

static void check_text(gla_scope *s, const char *name, const char *text, size_t most)
{
    if (strlen(text) > most || strpbrk(text, "\r\n"))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "hb_write: %s must be a line of at most %d characters", name, (int)most);
}

gla_status gla_sparse_hb_write(const char *path, const gla_sparse *m, const char *title, const char *key)
{
    deck d = {.title = title ? title : "", .key = key ? key : ""};
    gla_scope s;
    gla_scope_begin(&s, "hb_write");
    check_text(&s, "title", d.title, 72);
    check_text(&s, "key", d.key, 8);
    if (!s.status && sparse_on_host(&s, m, true, &d.h)) {
        d.complex = gla_dtype_is_complex(d.h.dtype);
        d.width[0] = digits(d.h.nnz + 1) + 1;
        d.width[1] = digits(d.h.m) + 1;
        for (int k = 0; k < 2; k++)
            d.repeat[k] = CARD / d.width[k];
        for (int64_t i = 0; i < d.h.nnz && !s.status; i++) {
            double value[2];
            sparse_value_at(&d.h, i, value);
            if (!isfinite(value[0]) || !isfinite(value[1]))
                gla_s_fail(&s, GLA_ARGUMENT_ERROR, "hb_write: an element is %g, which the format cannot say", value[0]);
        }
    }
    if (!s.status)
        gla_s_check(&s, gla_file_write("hb_write", path, write_deck, &d));
    return sparse_used(gla_scope_end(&s), &d.h.use);
}
