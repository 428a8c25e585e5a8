/* doc.c - `gpulinalg doc`: print entries of the manual for Python or Perl. */
#include "config.h"
#include "cli.h"

#include "gpulinalg/call.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_NAME 128
#define MAX_LISTED 24

/* A requested name: solve, gla.solve(), GPULinalg::Sparse::coo, $generator->normal. */
typedef struct {
    char name[MAX_NAME]; /* the requested name, with parts separated by dots */
    bool perl;
} question;

/* Remove a prefix from the name, if it has that prefix. */
static void drop(char *name, const char *prefix)
{
    size_t n = strlen(prefix);
    if (strncmp(name, prefix, n) == 0 && name[n])
        memmove(name, name + n, strlen(name + n) + 1);
}

static question read_question(const char *word, bool perl)
{
    question q = {.perl = perl || strstr(word, "::") || strstr(word, "->")};
    size_t n = 0;
    for (; *word && *word != '(' && n < MAX_NAME - 1; word++) {
        bool pair = strncmp(word, "::", 2) == 0 || strncmp(word, "->", 2) == 0;
        if (*word != '$' && *word != '@')
            q.name[n++] = pair ? '.' : *word;
        word += pair;
    }
    q.name[n] = '\0';
    drop(q.name, "GPULinalg.");
    drop(q.name, "gpulinalg.");
    drop(q.name, "gla.");
    drop(q.name, "gla_");
    if (n > 4 && strlen(q.name) > 4 && strcmp(q.name + strlen(q.name) - 4, ".new") == 0)
        q.name[strlen(q.name) - 4] = '\0';
    return q;
}

/* Return the part after the last dot. */
static const char *last_part(const char *name)
{
    const char *point = strrchr(name, '.');
    return point ? point + 1 : name;
}

/* Copy the next name of an entry into `name`. To begin, pass the entry's list of names as `from`. */
static const char *next_name(const char *from, char *name)
{
    from += strspn(from, " ");
    size_t n = strcspn(from, " ");
    snprintf(name, MAX_NAME, "%.*s", (int)n, from);
    return n ? from + n : NULL;
}

typedef bool comparison(const char *name, const char *asked);

static bool same(const char *name, const char *asked)
{
    return strcmp(name, asked) == 0;
}

static bool same_letters(const char *name, const char *asked)
{
    return strcasecmp(name, asked) == 0;
}

/* Array.sum is the function sum. */
static bool same_function(const char *name, const char *asked)
{
    return strcmp(name, last_part(asked)) == 0;
}

static bool same_end(const char *name, const char *asked)
{
    return strcmp(last_part(name), last_part(asked)) == 0;
}

/* Find at most `most` entries with a matching name. */
static int find(const char *asked, comparison *is_meant, const gla_cli_entry **found, int most)
{
    int n = 0;
    for (const gla_cli_entry *e = gla_cli_manual; e->names; e++) {
        char name[MAX_NAME];
        bool meant = false;
        for (const char *at = e->names; !meant && (at = next_name(at, name));)
            meant = is_meant(name, asked);
        if (meant && n < most)
            found[n++] = e;
    }
    return n;
}

/* Return true if the text contains the word as a whole, or its plural. */
static bool has_whole_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = text; *at; at++) {
        const char *end = at + n;
        if ((at > text && isalnum((unsigned char)at[-1])) || strncasecmp(at, word, n) != 0)
            continue;
        if (!isalnum((unsigned char)*end) || (*end == 's' && !isalnum((unsigned char)end[1])))
            return true;
    }
    return false;
}

/* Words of two letters must match as a whole. */
static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    if (n < 3)
        return has_whole_word(text, word);
    for (; *text; text++)
        if (strncasecmp(text, word, n) == 0)
            return true;
    return false;
}

/* Find the entries that contain the word in their names or titles. If there are no such entries, find the entries that contain
 * the word in their texts. */
static int find_word(const char *word, const gla_cli_entry **found, int most)
{
    int n = 0;
    for (const gla_cli_entry *e = gla_cli_manual; e->names && n < most; e++)
        if (has_word(e->names, word) || has_word(e->brief, word))
            found[n++] = e;
    if (n > 0)
        return n;
    for (const gla_cli_entry *e = gla_cli_manual + 1; e->names && n < most; e++) /* skip the first entry, which is the index */
        if (has_whole_word(e->text, word))
            found[n++] = e;
    return n;
}

static void print_entry(const gla_cli_entry *e, bool perl)
{
    for (const char *line = e->text; *line;) {
        size_t n = strcspn(line, "\n");
        if (*line != (perl ? '<' : '>') && *line != '?')
            printf("%.*s\n", (int)n - 1, line + 1);
        line += n + (line[n] == '\n');
    }
}

static void print_list(const gla_cli_entry **entries, int n)
{
    for (int i = 0; i < n; i++) {
        char name[MAX_NAME];
        next_name(entries[i]->names, name);
        printf("    %-28s  %s\n", name, entries[i]->brief);
    }
}

/* Return the name nearest to the request, or NULL if no name is near. Complete names and the last parts of names are
 * compared. */
static const char *nearest(const char *asked)
{
    static char names[2048][MAX_NAME];
    static const char *list[2048];
    int n = 0;
    for (const gla_cli_entry *e = gla_cli_manual; e->names && n < 2046; e++) {
        next_name(e->names, names[n]);
        list[n] = names[n];
        list[n + 1] = last_part(names[n]);
        n += 2;
    }
    int near = gla_nearest_name(asked, list, n);
    return near < 0 ? NULL : names[near & ~1];
}

/* Find the lines of the task index that contain the word, or that follow a line of synonyms containing the word. Print the
 * lines if `print` is true. Return the number of lines. */
static int find_tasks(const char *word, bool perl, bool print)
{
    int n = 0;
    char line[512];
    bool meant = false;
    for (const char *at = gla_cli_manual[0].text; *at;) {
        size_t length = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length - 1, at + 1);
        bool is_task = *at == (perl ? '>' : '<');
        if (*at == '?' || *at == ' ')
            meant = *at == '?' && has_word(line, word);
        meant = meant || (is_task && has_word(line, word));
        if (is_task && meant) {
            if (print)
                printf("%s\n", line);
            n++;
        }
        at += length + (at[length] == '\n');
    }
    return n;
}

/* Handle an unknown name: list the entries that mention it, or suggest the nearest name. */
static int refuse(const char *word, const char *asked, bool perl)
{
    const gla_cli_entry *found[MAX_LISTED];
    int n = strlen(asked) > 1 ? find_word(asked, found, MAX_LISTED) : 0;
    int tasks = strlen(asked) > 1 ? find_tasks(asked, perl, false) : 0;
    const char *near = strlen(asked) > 3 ? nearest(asked) : NULL;
    fprintf(stderr,
            n + tasks ? "gpulinalg: no entry '%s'; related:\n"
            : near    ? "gpulinalg: no entry '%s'; did you mean '%s'?\n"
                      : "gpulinalg: no entry '%s'; `gpulinalg doc` lists all entries\n",
            word, near);
    print_list(found, n);
    if (tasks)
        find_tasks(asked, perl, true);
    return 1;
}

static int show(const char *word, bool perl)
{
    question q = read_question(word, perl);
    comparison *const ways[] = {same, same_letters, same_function, same_end};
    const gla_cli_entry *found[MAX_LISTED];
    int n = 0;
    for (int i = 0; !n && i < 4; i++)
        n = find(q.name, ways[i], found, MAX_LISTED);
    if (n == 0)
        return refuse(word, q.name, q.perl);
    if (n == 1) {
        print_entry(found[0], q.perl);
        return 0;
    }
    printf("Several entries are called %s:\n", last_part(q.name));
    print_list(found, n);
    return 0;
}

int gla_cli_doc(int n, char **words)
{
    bool perl = false;
    int names = 0, status = 0;
    for (int i = 0; i < n; i++) {
        perl = perl || strcmp(words[i], "--perl") == 0;
        if (words[i][0] == '-' && strcmp(words[i], "--perl") != 0 && strcmp(words[i], "--python") != 0)
            return 2;
    }
    for (int i = 0; i < n; i++) {
        if (words[i][0] == '-')
            continue;
        if (names++)
            printf("\n");
        status |= show(words[i], perl);
    }
    if (!names)
        print_entry(&gla_cli_manual[0], perl);
    return fflush(stdout) == 0 ? status : 1;
}
