/* report.c - Error messages about text tables. Each message gives the column, row, line and remedy. */
#include "io/table.h"
#include "runtime/runtime.h"

#include <math.h>
#include <string.h>

static const char *place(char buf[80], int64_t row, int64_t line)
{
    snprintf(buf, 80, "row %lld (line %lld of the file)", (long long)row, (long long)line);
    return buf;
}

/* Suggest `comment` for lines that start with #, which may be comments or rows. */
static const char *about_comments(const table *t, const char *text, char buffer[GLA_SPELLED])
{
    bool meant = !t->comment && (*text == '#' || *t->columns[0].name == '#');
    return meant ? gla_spell("; pass {comment='#'} to skip lines that begin with #", buffer) : "";
}

/* ---- rows that are too long or too short --------------------------------------------------------------------------- */
/* Suggest a remedy if the first line is a title, or if the table is followed by notes. */
static const char *about_length(table *t, char text[120])
{
    bool more = true;
    int64_t left = 1;
    *text = '\0';
    if (t->count == 0 && t->reader.n > t->n)
        return "; if there are titles above the names, pass skiprows=N to skip N lines";
    if (t->reader.n > t->n && t->delimiter == ',')
        return "; a field that contains a comma must be quoted";
    while (left < 20 && t->count > 0 && !gla_rows_next(&t->reader, &more) && more && t->reader.n != t->n)
        left++;
    if (!more)
        gla_spell_print(text, 120,
                        left == 1 ? "; pass {skipfooter=%lld} to skip the last row"
                                  : "; pass {skipfooter=%lld} to skip the last %lld rows",
                        (long long)left, (long long)left);
    return text;
}

gla_status table_fail_length(table *t)
{
    char where[80], text[120], about[GLA_SPELLED];
    int n = t->reader.n;
    const char *comments = about_comments(t, t->reader.cells[0].start, about);
    place(where, t->count + 1, t->reader.line);
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: '%.200s' has %d field%s in %s, but %d in its first line%s", t->op, t->path, n,
                    n == 1 ? "" : "s", where, t->n, *comments ? comments : about_length(t, text));
}

gla_status table_fail_too_large(const table *t, const table_column *c, const gla_cell *cell, double value)
{
    char where[80];
    return gla_fail(GLA_OVERFLOW_ERROR,
                    "%s: column '%.*s' of '%.200s' contains %.*s%s in %s, which float64 cannot represent%s; read the column "
                    "as text with {text=['%.*s']}",
                    t->op, TABLE_NAMED(c), t->path, gla_prefix(cell->start, cell->length, 60), cell->start,
                    cell->length > 60 ? "..." : "", place(where, t->count + 1, t->reader.line), isinf(value) ? "" : " exactly",
                    TABLE_NAMED(c));
}

/* ---- columns --------------------------------------------------------------------------------------------------------- */
/* Return true if the first row contains units: each numeric column has text or a missing value in the first row, and numbers
 * below. */
static bool begins_with_units(const table *t)
{
    bool any = false;
    for (const table_column *c = t->columns; c < t->columns + t->n; c++) {
        if (!c->numbers)
            continue;
        bool text = c->text.count == 1 && c->text.row == 1;
        if (!text && c->absent.row != 1)
            return false;
        any |= text;
    }
    return any && t->count > 1;
}

static const char *cells(char buf[60], int64_t count)
{
    *buf = '\0';
    if (count > 1)
        snprintf(buf, 60, ", the first of %lld such cells", (long long)count);
    return buf;
}

static gla_status fail_mixed(const table *t, const table_column *c)
{
    char where[80], more[60], remedy[400], about[GLA_SPELLED];
    const table_found *odd = c->text.row ? &c->text : &c->truth;
    if (begins_with_units(t))
        gla_spell_print(remedy, sizeof remedy,
                        "pass {units=1} to skip that row if it contains units or labels, or {skiprows=%lld} if it contains the "
                        "column names",
                        (long long)odd->line - 1);
    else if (*c->hint)
        gla_spell_print(remedy, sizeof remedy, "pass %s, or {text=['%.*s']} to read the column as text", c->hint,
                        TABLE_NAMED(c));
    else
        gla_spell_print(
            remedy, sizeof remedy,
            "correct it, drop the column with usecols, pass {missing_values=['%s']} if it means a missing value, or read the "
            "column as text with {text=['%.*s']}",
            odd->text, TABLE_NAMED(c));
    return gla_fail(GLA_ARGUMENT_ERROR, "%s: column '%.*s' of '%.200s' contains '%s' among numbers, in %s%s; %s%s", t->op,
                    TABLE_NAMED(c), t->path, odd->text, place(where, odd->row, odd->line), cells(more, odd->count), remedy,
                    about_comments(t, odd->text, about));
}

static gla_status fail_absent(const table *t, const table_column *c)
{
    char where[80];
    if (c->absent.count == t->count)
        return gla_fail(
            GLA_ARGUMENT_ERROR,
            "%s: column '%.*s' of '%.200s' has no value in any row; drop the column with usecols, or pass {missing='nan'} to "
            "read it as NaN",
            t->op, TABLE_NAMED(c), t->path);
    if (c->absent.count == 1)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: column '%.*s' of '%.200s' has a missing value in %s; pass {missing='nan'} to read it as NaN, or "
                        "{missing='drop'} to drop the row",
                        t->op, TABLE_NAMED(c), t->path, place(where, c->absent.row, c->absent.line));
    return gla_fail(
        GLA_ARGUMENT_ERROR,
        "%s: column '%.*s' of '%.200s' has %lld missing values, the first in %s; pass {missing='nan'} to read them as NaN, or "
        "{missing='drop'} to drop the rows",
        t->op, TABLE_NAMED(c), t->path, (long long)c->absent.count, place(where, c->absent.row, c->absent.line));
}

/* Return true if a text column is probably a mistake: its cells are numbers in another notation, or most are truth values. */
static bool is_suspect(const table_column *c)
{
    return !c->asked && (c->truth.count > c->text.count ||
                         (*c->hint && c->likely == (c->text.count < TABLE_LOOKS ? c->text.count : TABLE_LOOKS)));
}

static gla_status warn_of_texts(const table *t)
{
    char where[80], others[90] = "", cause[60] = "";
    const table_column *first = NULL;
    int n = 0;
    for (const table_column *c = t->columns; c < t->columns + t->n; c++)
        if (c->kind == TABLE_TEXT && is_suspect(c)) {
            first = first ? first : c;
            n++;
        }
    if (!first)
        return GLA_OK;
    if (n > 1)
        snprintf(others, sizeof others, "; the number of other columns that are text for a similar reason is %d", n - 1);
    if (first->truth.count > first->text.count)
        snprintf(cause, sizeof cause,
                 first->truth.count == 1 ? ", but also contains a truth value" : ", but also contains %lld truth values",
                 (long long)first->truth.count);
    return gla_warn(
        GLA_TABLE_WARNING, t->op,
        "column '%.*s' of '%.150s' is text because of '%s' in %s%s; pass %s%s{text=['%.*s']} to keep the column as text%s",
        TABLE_NAMED(first), t->path, first->text.text, place(where, first->text.row, first->text.line), cause, first->hint,
        *first->hint ? ", or " : "", TABLE_NAMED(first), others);
}

static gla_status warn_of_zeros(const table *t)
{
    char where[80];
    const table_column *c = t->columns, *end = c + t->n;
    while (c < end && (c->kind != TABLE_INTEGER || !c->zeros.count))
        c++;
    return c == end
               ? GLA_OK
               : gla_warn(GLA_TABLE_WARNING, t->op,
                          "column '%.*s' of '%.150s' loses the leading zeros of its numbers, for example of '%s' in %s; if the "
                          "numbers are codes, pass {text=['%.*s']} to read them as text",
                          TABLE_NAMED(c), t->path, c->zeros.text, place(where, c->zeros.row, c->zeros.line), TABLE_NAMED(c));
}

/* Warn about a single text column whose name and cells contain a possible delimiter. */
static gla_status warn_of_delimiter(const table *t)
{
    const table_column *c = t->columns;
    const char *sign = c->name ? strpbrk(c->name, ",;\t|") : NULL;
    if (t->n > 1 || c->kind != TABLE_TEXT || c->asked || !sign || !strchr(c->text.text, *sign))
        return GLA_OK;
    const char *delimiter = *sign == '\t' ? "\\t" : (const char[]){*sign, '\0'};
    if (*sign == t->form.decimal)
        return gla_warn(
            GLA_TABLE_WARNING, t->op,
            "'%.150s' was read as a single text column, '%.*s'; its delimiter seems to be '%s': pass {delimiter='%s'} and "
            "omit the decimal argument",
            t->path, TABLE_NAMED(c), delimiter, delimiter);
    return gla_warn(GLA_TABLE_WARNING, t->op, "'%.150s' was read as a single text column, '%.*s'; pass {delimiter='%s'}",
                    t->path, TABLE_NAMED(c), delimiter);
}

static bool is_decided(const table_column *c)
{
    return c->kind == TABLE_UNUSED || c->kind == TABLE_TEXT;
}

/* Report mixed columns first, because a row of units also causes missing values. */
gla_status table_check_columns(table *t)
{
    table_column *end = t->columns + t->n;
    for (table_column *c = t->columns; c < end; c++)
        if (c->numbers && (c->text.row || c->truth.row))
            return fail_mixed(t, c);
    for (table_column *c = t->columns; c < end; c++) {
        if (is_decided(c))
            continue;
        if (c->nameless && !c->filled && !c->numbers && !c->text.row && !c->truth.row && !c->asked)
            c->kind = TABLE_UNUSED; /* each line ends with a delimiter */
        else if (c->text.row)
            c->kind = TABLE_TEXT;
        else if (c->absent.count && t->missing == TABLE_RAISE)
            return fail_absent(t, c);
        else if (c->truth.row)
            c->kind = c->absent.count && t->missing == TABLE_NAN ? TABLE_REAL : TABLE_TRUTH;
        else if (c->absent.count && (t->missing == TABLE_NAN || !c->numbers))
            c->kind = TABLE_REAL; /* no integer dtype represents NaN */
    }
    gla_status st = warn_of_texts(t);
    st = st ? st : warn_of_zeros(t);
    return st ? st : warn_of_delimiter(t);
}

/* ---- dropped rows ---------------------------------------------------------------------------------------------------- */
gla_status table_warn_dropped(const table *t, int64_t kept)
{
    const table_column *most = NULL;
    int n = 0;
    if (kept == t->count || t->missing != TABLE_DROP)
        return GLA_OK;
    for (const table_column *c = t->columns; c < t->columns + t->n; c++)
        if (c->kind != TABLE_UNUSED && (c->kind != TABLE_TEXT || c->asked) && c->absent.count && c->absent.count < t->count) {
            n++;
            if (!most || c->absent.count > most->absent.count)
                most = c;
        }
    char others[80] = "";
    if (n > 1)
        snprintf(others, sizeof others, n == 2 ? ", and others in another column" : ", and others in %d other columns", n - 1);
    return gla_warn(
        GLA_TABLE_WARNING, t->op,
        "dropped %lld of the %lld rows of '%.150s' because of missing values: %lld in column '%.*s'%s; pass usecols to read "
        "only the columns that you need",
        (long long)(t->count - kept), (long long)t->count, t->path, (long long)(most ? most->absent.count : 0),
        most ? gla_prefix(most->name, strlen(most->name), 100) : 0, most ? most->name : "", others);
}
