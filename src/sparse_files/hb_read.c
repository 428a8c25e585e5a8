/* hb_read.c - files of Harwell-Boeing and Rutherford-Boeing: cards of 80 columns. */
#include "sparse_files/files.h"

#include <ctype.h>
#include <string.h>

typedef struct cards {
    sparse_text t;
    int64_t values_cards, right_sides, rows, cols, count;
    char kind, form; /* R, C, I or P; S, U, H, Z or R */
    sparse_format formats[4];
    int n_formats;
} cards;

static gla_status next(cards *c)
{
    return sparse_next_line(&c->t) ? GLA_OK : gla_fail(GLA_ARGUMENT_ERROR, "hb_read: '%.300s' is cut off", c->t.path);
}

/* How many cards each part has: of those of the right-hand sides Rutherford-Boeing files say nothing. */
static gla_status read_counts(cards *c)
{
    gla_cell word;
    int64_t number[5] = {0};
    int n = 0;
    gla_status st = next(c);
    for (; n < 5 && !st && sparse_word(&c->t, &word); n++)
        st = sparse_integer_of(&c->t, &word, &number[n]);
    if (!st && n < 4)
        st = sparse_fail_line(&c->t, GLA_ARGUMENT_ERROR, "must have the numbers of lines of each part");
    c->values_cards = number[3];
    c->right_sides = number[4];
    return st;
}

static gla_status read_kind(cards *c)
{
    int64_t *number[3] = {&c->rows, &c->cols, &c->count};
    char type[4] = "   ";
    gla_status st = next(c);
    for (int i = 0; i < 3 && !st && c->t.at < c->t.stop; i++)
        type[i] = (char)toupper((unsigned char)*c->t.at++);
    if (!st && (!strchr("RCIP", type[0]) || !strchr("SUHZR", type[1]) || !strchr("AE", type[2])))
        st = sparse_fail_line(&c->t, GLA_ARGUMENT_ERROR, "must begin with a type of matrix, such as RUA");
    if (!st && type[2] == 'E')
        st = sparse_fail_line(&c->t, GLA_ARGUMENT_ERROR, "says that the matrix is one of finite elements, which are not read");
    for (int i = 0; i < 3 && !st; i++)
        st = sparse_next_integer(&c->t, "the numbers of rows, columns and elements", number[i]);
    if (!st && (c->rows < 0 || c->cols < 0 || c->count < 0 || c->cols == INT64_MAX))
        st = sparse_fail_line(&c->t, GLA_ARGUMENT_ERROR, "has a negative number");
    c->kind = type[0];
    c->form = type[1];
    if (!st && strchr("SHZ", c->form) && c->rows != c->cols)
        st = sparse_fail_line(&c->t, GLA_ARGUMENT_ERROR, "says that a symmetric matrix is not square");
    return st;
}

static gla_status read_formats(cards *c)
{
    gla_status st = next(c);
    if (!st)
        st = sparse_formats(&c->t, 4, c->formats, &c->n_formats);
    if (!st && (c->n_formats < 2 || c->formats[0].real || c->formats[1].real ||
                (c->kind != 'P' && c->values_cards > 0 && c->n_formats < 3)))
        st = sparse_fail_line(&c->t, GLA_ARGUMENT_ERROR, "must have formats, such as (16I5), of all parts");
    if (!st && c->right_sides > 0)
        st = next(c);
    return st;
}

static gla_status read_opening(cards *c)
{
    gla_status st = next(c); /* the title */
    if (!st)
        st = read_counts(c);
    if (!st)
        st = read_kind(c);
    if (!st)
        st = read_formats(c);
    if (!st && c->values_cards <= 0)
        c->kind = 'P';
    int numbers = c->kind == 'P' ? 0 : c->kind == 'C' ? 2 : 1;
    int64_t left = c->t.end - c->t.next; /* each number takes a character at least */
    if (!st && (c->cols >= left || c->count > left / (1 + numbers)))
        st = gla_fail(GLA_ARGUMENT_ERROR, "hb_read: '%.300s' is cut off: it is too short for %lld columns and %lld elements",
                      c->t.path, (long long)c->cols, (long long)c->count);
    return st;
}

static void check_pointers(gla_scope *s, const cards *c, const int64_t *pointer)
{
    for (int64_t j = 0; j < c->cols && !s->status; j++)
        if (pointer[j] > pointer[j + 1])
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "hb_read: '%.300s' is damaged: column %lld ends before it begins", c->t.path,
                       (long long)j + 1);
    if (!s->status && (pointer[0] != 1 || pointer[c->cols] != c->count + 1))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "hb_read: '%.300s' is damaged: its columns go from %lld to %lld, but must from 1 to %lld", c->t.path,
                   (long long)pointer[0], (long long)pointer[c->cols], (long long)c->count + 1);
}

static void add_elements(gla_scope *s, const cards *c, sparse_elements *e, const int64_t *pointer, const int64_t *row,
                         const double *value)
{
    for (int64_t j = 0; j < c->cols; j++)
        for (int64_t k = pointer[j] - 1; k < pointer[j + 1] - 1; k++) {
            if (row[k] < 1 || row[k] > c->rows) {
                gla_s_fail(s, GLA_INDEX_ERROR, "hb_read: '%.300s' has the row %lld, but there are only %lld; count from 1",
                           c->t.path, (long long)row[k], (long long)c->rows);
                return;
            }
            double re = !value ? 1 : value[e->complex ? 2 * k : k], im = value && e->complex ? value[2 * k + 1] : 0;
            sparse_element_add(e, row[k] - 1, j, re, im);
        }
}

static void read_parts(gla_scope *s, cards *c, sparse_elements *e)
{
    int64_t numbers = c->kind == 'P' ? 0 : c->kind == 'C' ? 2 : 1;
    int64_t *pointer = gla_s_memory(s, c->cols + 1, sizeof *pointer), *row = gla_s_memory(s, c->count + 1, sizeof *row);
    double *value = numbers ? gla_s_memory(s, numbers * c->count + 1, sizeof *value) : NULL;
    if (s->status || gla_s_check(s, sparse_read_fields(&c->t, &c->formats[0], c->cols + 1, pointer, NULL)))
        return;
    check_pointers(s, c, pointer);
    if (s->status || gla_s_check(s, sparse_read_fields(&c->t, &c->formats[1], c->count, row, NULL)) ||
        (numbers && gla_s_check(s, sparse_read_fields(&c->t, &c->formats[2], numbers * c->count, NULL, value))))
        return;
    e->rows = c->rows;
    e->cols = c->cols;
    e->complex = numbers == 2;
    e->symmetry = c->form == 'S'   ? SPARSE_SYMMETRIC
                  : c->form == 'Z' ? SPARSE_SKEW
                  : c->form == 'H' ? SPARSE_HERMITIAN
                                   : SPARSE_GENERAL;
    if (sparse_elements_begin(e, s, c->count))
        add_elements(s, c, e, pointer, row, value);
}

gla_status gla_sparse_hb_read(const char *path, gla_sparse **matrix)
{
    cards c = {.kind = 0};
    gla_scope s;
    sparse_elements e = {.n = 0};
    *matrix = NULL;
    gla_scope_begin(&s, "hb_read");
    if (!gla_s_check(&s, sparse_text_open(&c.t, "hb_read", path)) && !gla_s_check(&s, read_opening(&c)))
        read_parts(&s, &c, &e);
    sparse_text_close(&c.t);
    return s.status ? gla_scope_end(&s) : sparse_elements_end(&e, true, matrix);
}
