/* form.c - Read one field of a table: a number in any of the common notations, a missing value, a truth value, or text. */
#include "io/form.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

#define MINUS "\xE2\x88\x92" /* U+2212, the minus sign in typeset tables */

static bool is_word(const gla_cell *cell, const char *word)
{
    return strlen(word) == cell->length && memcmp(word, cell->start, cell->length) == 0;
}

static bool is_listed(const gla_cell *cell, const gla_strings *list)
{
    for (int64_t i = 0; list && i < list->n; i++)
        if (is_word(cell, list->v[i]))
            return !cell->escaped;
    return false;
}

/* ---- missing values and truth values ------------------------------------------------------------------------------ */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Eurostat's colon, alone or with flags, as in ": c". */
static bool is_colon(const gla_cell *cell)
{
    size_t i = 1;
    while (i < cell->length && cell->start[i] == ' ')
        i++;
    if (*cell->start != ':' || cell->length - i > 3)
        return false;
    while (i < cell->length && cell->start[i] >= 'a' && cell->start[i] <= 'z')
        i++;
    return i == cell->length;
}

/* Missing values of R, NumPy, databases, Stata and SAS (.a), spreadsheets, and the World Bank (..). */
static bool is_missing(const gla_cell *cell)
{
    static const char *const words[] = {"NA", "N/A",   "#N/A",  "NaN",    "nan",      "NAN",     "null",    "NULL",  "None",
                                        ".",  "..",    "...",   "n/a",    "<NA>",     "#NA",     "-nan",    "-NaN",  "\\N",
                                        "._", "#REF!", "#NUM!", "#NULL!", "#N/A N/A", "#DIV/0!", "#VALUE!", "#NAME?"};
    if (cell->length == 0)
        return true;
    if (cell->length > 8 || cell->escaped)
        return false;
    if (cell->length == 2 && *cell->start == '.' && is_letter(cell->start[1]))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (*words[i] == *cell->start && is_word(cell, words[i]))
            return true;
    return is_colon(cell);
}

static bool is_code(const gla_form *f, const gla_cell *cell, double value)
{
    for (int64_t i = 0; f->missing && i < f->missing->n; i++)
        if (f->codes[i] == value)
            return true;
    return is_listed(cell, f->missing);
}

static bool is_truth(const gla_form *f, const gla_cell *cell, double *value)
{
    static const char *const words[] = {"TRUE", "True", "true", "FALSE", "False", "false"};
    bool yes = is_listed(cell, f->yes), no = is_listed(cell, f->no);
    if (!yes && !no && (cell->length == 4 || cell->length == 5) && strchr("TtFf", *cell->start))
        for (int i = 0; i < 6; i++)
            if (is_word(cell, words[i])) {
                yes = i < 3;
                no = !yes;
            }
    if (yes || no)
        *value = yes;
    return yes || no;
}

gla_status gla_form_codes(const char *op, gla_form *f)
{
    int64_t n = f->missing ? f->missing->n : 0;
    if (!(f->codes = gla_malloc((size_t)(n + 1) * sizeof *f->codes)))
        return gla_fail_memory(op, (size_t)(n + 1) * sizeof *f->codes);
    for (int64_t i = 0; i < n; i++) {
        gla_cell code = {.start = f->missing->v[i], .length = strlen(f->missing->v[i])};
        gla_cell_kind kind = gla_cell_number(&code, f->decimal, 0, &f->codes[i]);
        if (kind == GLA_CELL_TEXT && f->decimal != '.')
            kind = gla_cell_number(&code, '.', 0, &f->codes[i]); /* a number formatted by the script */
        if (kind == GLA_CELL_TEXT || kind == GLA_CELL_TOO_LARGE)
            f->codes[i] = NAN;
    }
    return GLA_OK;
}

void gla_form_release(gla_form *f)
{
    gla_free(f->codes);
}

/* ---- numbers with a currency, sign or percent sign, or with separators ------------------------------------------------ */
typedef struct span {
    const char *at, *end;
} span;

static bool begins(span s, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(s.end - s.at) >= n && memcmp(s.at, word, n) == 0;
}

static bool take_front(span *s, const char *word)
{
    bool found = begins(*s, word);
    s->at += found ? strlen(word) : 0;
    return found;
}

static bool take_back(span *s, const char *word)
{
    size_t n = strlen(word);
    bool found = (size_t)(s->end - s->at) >= n && memcmp(s->end - n, word, n) == 0;
    s->end -= found ? n : 0;
    return found;
}

/* A blank, and the Unicode no-break and thin spaces. */
static const char *const blanks[] = {" ", "\t", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89"};
enum { BLANKS = sizeof blanks / sizeof *blanks };

static void trim(span *s)
{
    for (int i = 0; i < BLANKS; i++)
        if (take_front(s, blanks[i]) || take_back(s, blanks[i]))
            i = -1;
}

/* Return the length of a thousands separator at the start of the text, or 0. A typographic apostrophe is accepted for an
 * apostrophe. */
static size_t separator(const gla_form *f, span s)
{
    if (!f->thousands)
        return 0;
    if (*f->thousands == '\'' && begins(s, "\xE2\x80\x99"))
        return 3;
    for (int i = 0; *f->thousands == ' ' && i < BLANKS; i++)
        if (begins(s, blanks[i]))
            return strlen(blanks[i]);
    return begins(s, f->thousands) ? strlen(f->thousands) : 0;
}

/* Copy a number without its thousands separators. Return 0 unless a separator precedes each group of three digits. */
static size_t copy_digits(const gla_form *f, span s, char *to)
{
    size_t n = 0, group = 0, length;
    bool grouped = false;
    for (; s.at < s.end; s.at += length) {
        bool digit = *s.at >= '0' && *s.at <= '9';
        length = digit ? 1 : separator(f, s);
        if (!length)
            break;
        if (digit) {
            to[n++] = *s.at;
            group++;
            continue;
        }
        if (grouped ? group != 3 : group == 0 || group > 3 || *to == '0')
            return 0;
        grouped = true;
        group = 0;
    }
    if (grouped && group != 3)
        return 0;
    if (s.at < s.end && (*s.at == '-' || *s.at == '+' || is_letter(*s.at)) && n == 0)
        return 0;
    memcpy(to + n, s.at, (size_t)(s.end - s.at));
    return n + (size_t)(s.end - s.at);
}

static bool take_sign(span *s, bool *negative)
{
    bool minus = take_front(s, "-") || take_front(s, MINUS);
    *negative |= minus;
    return minus || take_front(s, "+");
}

/* Remove the sign or the parentheses of a negative amount, the currency, and the percent sign. */
static void take_signs(const gla_form *f, span *s, bool *negative, bool *percent)
{
    trim(s);
    *negative = f->currency && begins(*s, "(") && s->end[-1] == ')';
    if (*negative) {
        s->at++;
        s->end--;
        trim(s);
    }
    bool has_sign = *negative || take_sign(s, negative), has_currency = f->currency && take_front(s, f->currency);
    trim(s);
    if (has_currency && !has_sign)
        take_sign(s, negative);
    *percent = f->percent && take_back(s, "%");
    trim(s);
    if (f->currency && !has_currency)
        take_back(s, f->currency);
    trim(s);
}

static gla_cell_kind read_other(const gla_form *f, const gla_cell *cell, double *value)
{
    enum { MOST = 400 };
    char text[MOST + 2] = "-";
    bool negative, percent;
    span s = {cell->start, cell->start + cell->length};
    if (cell->length > MOST || cell->escaped)
        return GLA_CELL_TEXT;
    while (f->flags && s.end > s.at && (strchr(f->flags, s.end[-1]) || s.end[-1] == ' '))
        s.end--;
    gla_cell rest = {.start = s.at, .length = (size_t)(s.end - s.at)};
    if (rest.length && rest.length < cell->length && (is_missing(&rest) || is_listed(&rest, f->missing)))
        return GLA_CELL_MISSING;
    take_signs(f, &s, &negative, &percent);
    size_t n = s.at < s.end ? copy_digits(f, s, text + 1) : 0;
    rest = (gla_cell){.start = negative ? text : text + 1, .length = n + negative};
    return n ? gla_cell_number(&rest, f->decimal, percent && f->percent == GLA_PERCENT_FRACTION ? -2 : 0, value)
             : GLA_CELL_TEXT;
}

bool gla_form_is_missing(const gla_form *f, const gla_cell *cell)
{
    return (f && is_listed(cell, f->missing)) || ((!cell->quoted || cell->length == 0) && is_missing(cell));
}

gla_cell_kind gla_form_read(const gla_form *f, const gla_cell *cell, double *value)
{
    gla_cell_kind kind = gla_cell_number(cell, f->decimal, 0, value);
    if (kind != GLA_CELL_TEXT && !f->missing)
        return kind;
    if (kind != GLA_CELL_TEXT ? is_code(f, cell, *value) : is_missing(cell) || is_listed(cell, f->missing)) {
        *value = NAN;
        return GLA_CELL_MISSING;
    }
    if (kind != GLA_CELL_TEXT)
        return kind;
    if (is_truth(f, cell, value))
        return GLA_CELL_TRUTH;
    if (f->thousands || f->currency || f->flags || f->percent || *cell->start == *MINUS)
        kind = read_other(f, cell, value);
    if (kind == GLA_CELL_MISSING)
        *value = NAN;
    return kind != GLA_CELL_TEXT && f->missing && is_code(f, cell, *value) ? (*value = NAN, GLA_CELL_MISSING) : kind;
}
