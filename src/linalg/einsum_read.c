/* einsum_read.c - Parser of einsum subscripts: "ij,jk->ik", with "..." for leading dimensions. */
#include "einsum.h"

#include <string.h>

/* One term of the subscripts: letters before and after an ellipsis. */
typedef struct letters {
    int n, ellipsis; /* index of the letter after the ellipsis; −1 if there is no ellipsis */
    char v[GLA_MAX_NDIM];
} letters;

typedef struct reader {
    gla_scope *s;
    gla_subscripts *e;
    int ellipsis;           /* number of dimensions of the longest ellipsis */
    int dots[GLA_MAX_NDIM]; /* labels of the ellipsis dimensions, counted from the last dimension; −1 if not yet assigned */
} reader;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Read the next term, up to a comma, an arrow or the end. */
static void read_letters(gla_scope *s, const char **text, letters *t)
{
    const char *p = *text;
    t->n = 0;
    t->ellipsis = -1;
    for (; *p && *p != ',' && !(p[0] == '-' && p[1] == '>') && !s->status; p++) {
        if (*p == ' ')
            continue;
        if (p[0] == '.' && strncmp(p, "...", 3) == 0 && t->ellipsis < 0) {
            t->ellipsis = t->n;
            p += 2;
        } else if (!is_letter(*p)) {
            int length = 1;
            while ((p[length] & 0xC0) == 0x80) /* continuation bytes of a UTF-8 character */
                length++;
            gla_s_fail(
                s, GLA_ARGUMENT_ERROR,
                "einsum: '%.*s' is not allowed in subscripts; use letters, commas, \"->\" and at most one \"...\" in each term",
                length, p);
        } else if (t->n == GLA_MAX_NDIM) {
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "einsum: a term has more than %d subscripts", GLA_MAX_NDIM);
        } else {
            t->v[t->n++] = *p;
        }
    }
    *text = p;
}

static int new_label(reader *r, char letter)
{
    gla_subscripts *e = r->e;
    if (e->nlabels == GLA_EINSUM_LABELS) {
        gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "einsum: there are more than %d different subscripts", GLA_EINSUM_LABELS);
        return 0;
    }
    e->letters[e->nlabels] = letter;
    e->length[e->nlabels] = 1;
    return e->nlabels++;
}

static int find_letter(const gla_subscripts *e, char letter)
{
    int i = 0;
    while (i < e->nlabels && e->letters[i] != letter)
        i++;
    return i < e->nlabels ? i : -1;
}

static int label_of_letter(reader *r, char letter)
{
    int label = find_letter(r->e, letter);
    return label < 0 ? new_label(r, letter) : label;
}

static int label_of_dots(reader *r, int from_last)
{
    if (r->dots[from_last] < 0)
        r->dots[from_last] = new_label(r, 0);
    return r->dots[from_last];
}

/* Assign labels to all axes of the result, or of an operand with nd dimensions. */
static int assign_labels(reader *r, const letters *t, int nd, int *labels)
{
    int dots = t->ellipsis < 0 ? 0 : nd - t->n, n = 0;
    for (int i = 0; i <= t->n; i++) {
        for (int j = 0; i == t->ellipsis && j < dots; j++)
            labels[n++] = label_of_dots(r, dots - 1 - j);
        if (i < t->n)
            labels[n++] = label_of_letter(r, t->v[i]);
    }
    if (dots > r->ellipsis)
        r->ellipsis = dots;
    return n;
}

static void note_length(reader *r, int label, int64_t length, int operand)
{
    gla_subscripts *e = r->e;
    char name[] = {'\'', e->letters[label], '\'', 0};
    if (e->length[label] == 1)
        e->length[label] = length;
    else if (length != 1 && length != e->length[label])
        gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: subscript %s has length %lld, but %lld in operand %d",
                   e->letters[label] ? name : "\"...\"", (long long)e->length[label], (long long)length, operand);
}

/* Make a term from the axes of x.  A repeated label selects a diagonal.  An axis of length one is dropped, and so broadcast, if
 * another axis with the same label is longer. */
static void make_term(reader *r, gla_array *x, const int *labels, gla_term *t)
{
    t->x = x;
    t->n = 0;
    for (int i = 0; i < x->ndim; i++) {
        int at = 0;
        if (x->shape[i] == 1 && r->e->length[labels[i]] != 1)
            continue;
        while (at < t->n && t->labels[at] != labels[i])
            at++;
        if (at == t->n) {
            t->labels[t->n++] = labels[i];
            t->shape[at] = x->shape[i];
            t->strides[at] = 0;
        }
        t->strides[at] += x->strides[i];
    }
}

/* Without an arrow the result has the ellipsis dimensions, followed by the letters that occur once, in alphabetical order. */
static void imply_result(reader *r, const int *count)
{
    gla_term *result = &r->e->result;
    for (int i = r->ellipsis; i-- > 0;)
        result->labels[result->n++] = label_of_dots(r, i);
    for (int c = 'A'; c <= 'z' && !r->s->status; c++) {
        int label = is_letter((char)c) ? find_letter(r->e, (char)c) : -1;
        if (label < 0 || count[label] != 1)
            continue;
        if (result->n == GLA_MAX_NDIM)
            gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: the result would have more than %d dimensions", GLA_MAX_NDIM);
        else
            result->labels[result->n++] = label;
    }
}

static void read_result(reader *r, const char *text)
{
    letters t;
    gla_term *result = &r->e->result;
    int known = r->e->nlabels;
    read_letters(r->s, &text, &t);
    if (*text && !r->s->status)
        gla_s_fail(r->s, GLA_ARGUMENT_ERROR,
                   "einsum: unexpected \"%s\" after the subscripts of the result; there is only one result", text);
    int nd = t.n + (t.ellipsis < 0 ? 0 : r->ellipsis);
    if (nd > GLA_MAX_NDIM)
        gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: the result would have %d dimensions, but at most %d are possible", nd,
                   GLA_MAX_NDIM);
    if (r->s->status)
        return;
    result->n = assign_labels(r, &t, nd, result->labels);
    if (r->e->nlabels > known)
        gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "einsum: subscript '%c' of the result is not in any operand",
                   r->e->letters[known]);
    for (int i = 0; i < result->n; i++)
        for (int j = 0; j < i; j++)
            if (result->labels[i] == result->labels[j])
                gla_s_fail(r->s, GLA_ARGUMENT_ERROR, "einsum: subscript '%c' occurs twice in the result",
                           r->e->letters[result->labels[i]]);
}

/* A diagonal requires two axes of the same length; neither axis is broadcast. */
static void check_diagonal(const reader *r, const int *labels, const gla_array *x, int d, int operand)
{
    for (int i = 0; i < d && !r->s->status; i++)
        if (labels[i] == labels[d] && x->shape[i] != x->shape[d])
            gla_s_fail(r->s, GLA_SHAPE_ERROR, "einsum: subscript '%c' has lengths %lld and %lld in operand %d",
                       r->e->letters[labels[d]], (long long)x->shape[i], (long long)x->shape[d], operand);
}

static void read_operand(reader *r, const char **text, int i, const gla_array *x, int *labels, int *count)
{
    letters t;
    read_letters(r->s, text, &t);
    if (r->s->status)
        return;
    if (t.ellipsis < 0 ? t.n != x->ndim : t.n > x->ndim)
        gla_s_fail(r->s, GLA_SHAPE_ERROR,
                   "einsum: the number of dimensions of operand %d is %d, but its number of subscripts is %d%s", i, x->ndim,
                   t.n, t.ellipsis < 0 && t.n < x->ndim ? "; use \"...\" for the leading dimensions" : "");
    else
        assign_labels(r, &t, x->ndim, labels);
    for (int d = 0; d < x->ndim && !r->s->status; d++) {
        count[labels[d]]++;
        check_diagonal(r, labels, x, d, i);
        if (!r->s->status)
            note_length(r, labels[d], x->shape[d], i);
    }
}

void gla_read_subscripts(gla_scope *s, const char *text, int n, gla_array *const operands[], gla_subscripts *e)
{
    reader r = {.s = s, .e = e};
    int labels[GLA_EINSUM_OPERANDS][GLA_MAX_NDIM], count[GLA_EINSUM_LABELS] = {0};
    e->n = n;
    e->nlabels = e->result.n = 0;
    memset(r.dots, -1, sizeof r.dots);
    for (int i = 0; i < n && !s->status; i++) {
        read_operand(&r, &text, i, operands[i], labels[i], count);
        if (!s->status && *text != ',' && i + 1 < n)
            gla_s_fail(s, GLA_ARGUMENT_ERROR,
                       "einsum: the number of terms in the subscripts is %d, but the number of operands is %d", i + 1, n);
        text += !s->status && i + 1 < n;
    }
    if (!s->status && *text == ',')
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "einsum: the subscripts have more terms than the %d operands that were given", n);
    for (int i = 0; i < n && !s->status; i++)
        make_term(&r, operands[i], labels[i], &e->terms[i]);
    if (!s->status && *text)
        read_result(&r, text + 2);
    else if (!s->status)
        imply_result(&r, count);
}
