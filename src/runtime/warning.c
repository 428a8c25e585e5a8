/* warning.c - Policies for results that may be wrong, and the warnings of a thread's last call. */
#define _GNU_SOURCE /* secure_getenv */
#include "runtime/runtime.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum action { WARN, RAISE, IGNORE, UNDECIDED };
static const char *const actions[] = {"warn", "raise", "ignore"};

static const struct {
    const char *name, *policy;
    gla_status error;
} kinds[GLA_WARNING_COUNT] = {
#define X(kind, name, policy, error) [kind] = {name, policy, error},
    GLA_WARNING_KINDS(X)
#undef X
};

static _Atomic(int) chosen[GLA_WARNING_COUNT] = {
#define X(kind, name, policy, error) [kind] = UNDECIDED,
    GLA_WARNING_KINDS(X)
#undef X
};

static int find_action(const char *text, size_t length)
{
    int i = 0;
    while (i < UNDECIDED && (strlen(actions[i]) != length || strncmp(actions[i], text, length)))
        i++;
    return i;
}

static int find_kind(const char *text, size_t length)
{
    int i = 0;
    while (i < GLA_WARNING_COUNT && (strlen(kinds[i].policy) != length || strncmp(kinds[i].policy, text, length)))
        i++;
    return i;
}

/* Return the action for a kind of warning in GPULINALG_POLICY, whose form is "kind=action,kind=action"; UNDECIDED if the
 * variable cannot be parsed. */
static int action_of_environment(gla_warning kind)
{
    const char *at = secure_getenv("GPULINALG_POLICY");
    int action = WARN;
    while (at && *at) {
        size_t length = strcspn(at, ","), name = strcspn(at, "=,");
        int named = find_kind(at, name);
        int wanted = name < length ? find_action(at + name + 1, length - name - 1) : UNDECIDED;
        if (named == GLA_WARNING_COUNT || wanted == UNDECIDED)
            return UNDECIDED;
        if (named == (int)kind)
            action = wanted;
        at += length + (at[length] == ',');
    }
    return action;
}

/* The environment variable is read at the first call only. */
static int action_of(gla_warning kind)
{
    int action = atomic_load_explicit(&chosen[kind], memory_order_relaxed);
    if (action == UNDECIDED && (action = action_of_environment(kind)) != UNDECIDED) {
        int undecided = UNDECIDED;
        if (!atomic_compare_exchange_strong(&chosen[kind], &undecided, action))
            action = undecided;
    }
    return action;
}

static gla_status fail_environment(const char *op)
{
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "%s: the environment variable GPULINALG_POLICY is '%.100s', but it must be like "
                    "ill_conditioned=raise,rank_deficient=warn, with warn, raise or ignore",
                    op, secure_getenv("GPULINALG_POLICY"));
}

bool gla_policy_ignores(gla_warning kind)
{
    return action_of(kind) == IGNORE;
}

gla_status gla_warn(gla_warning kind, const char *op, const char *format, ...)
{
    int action = action_of(kind);
    va_list args;
    char message[GLA_WARNING_TEXT], spelled[GLA_SPELLED];
    if (action == IGNORE)
        return GLA_OK;
    if (action == UNDECIDED)
        return fail_environment(op);
    va_start(args, format);
    int used = snprintf(message, sizeof message, "%.100s: ", op);
    gla_vprint(message + used, sizeof message - (size_t)used, gla_spell(format, spelled), args);
    va_end(args);
    if (action == RAISE)
        return gla_fail(kinds[kind].error, "%s", message);
    gla_warning_list *list = &gla_warnings;
    if (list->count < GLA_WARNINGS_KEPT) {
        list->kind[list->count] = kind;
        strcpy(list->message[list->count++], message);
    }
    return GLA_OK;
}

gla_status gla_warn_overflow(const char *op, const char *what, gla_dtype dtype)
{
    return gla_warn(
        GLA_OVERFLOW_WARNING, op,
        "%s is not representable in %s and has wrapped around; convert to float64 first with {astype(x, 'float64')}; "
        "set_policy('overflow', 'ignore') silences this",
        what, gla_dtype_name(dtype));
}

int gla_warning_count(void)
{
    return gla_warnings.count;
}

gla_warning gla_warning_kind(int i)
{
    return i >= 0 && i < gla_warnings.count ? gla_warnings.kind[i] : GLA_WARNING_COUNT;
}

const char *gla_warning_message(int i)
{
    return i >= 0 && i < gla_warnings.count ? gla_warnings.message[i] : "";
}

const char *gla_warning_name(gla_warning kind)
{
    return (unsigned)kind < GLA_WARNING_COUNT ? kinds[kind].name : "Warning";
}

/* ---- the public functions ---------------------------------------------------------------------------------------- */
static gla_status find(const char *op, const char *name, int *kind)
{
#define X(kind, name, policy, error) ", '" policy "'"
    static const char known[] = GLA_WARNING_KINDS(X);
#undef X
    *kind = name ? find_kind(name, strlen(name)) : GLA_WARNING_COUNT;
    return *kind < GLA_WARNING_COUNT ? GLA_OK
                                     : gla_fail(GLA_ARGUMENT_ERROR, "%s: kind is '%.100s', but it must be one of %s", op,
                                                name ? name : "none", known + strlen(", "));
}

gla_status gla_set_policy(const char *kind, const char *action)
{
    int which, wanted;
    gla_status st = find("set_policy", kind, &which);
    if (st)
        return st;
    wanted = action ? find_action(action, strlen(action)) : UNDECIDED;
    if (wanted == UNDECIDED)
        return gla_fail(GLA_ARGUMENT_ERROR, "set_policy: action is '%.100s', but it must be 'warn', 'raise' or 'ignore'",
                        action ? action : "none");
    atomic_store(&chosen[which], wanted);
    return GLA_OK;
}

gla_status gla_get_policy(const char *kind, char **text)
{
    int which;
    *text = NULL;
    gla_status st = find("get_policy", kind, &which);
    if (st)
        return st;
    int action = action_of((gla_warning)which);
    return action == UNDECIDED ? fail_environment("get_policy") : gla_copy_text("get_policy", actions[action], text);
}
