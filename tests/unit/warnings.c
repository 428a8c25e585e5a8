/* warnings.c - gla_warn under each policy, and storage of a thread's warnings. */
#include "core/core.h"
#include "tap.h"

static gla_status warn(void)
{
    return gla_warn(GLA_ILL_CONDITIONED_WARNING, "solve", "a is %s", "odd");
}

static void test_actions(void)
{
    gla_start_call();
    is_status(warn(), GLA_OK, NULL, "a warning is no failure");
    ok(gla_warning_count() == 1 && gla_warning_kind(0) == GLA_ILL_CONDITIONED_WARNING &&
           !strcmp(gla_warning_message(0), "solve: a is odd"),
       "it is kept, with its operation");
    gla_clear_error();
    ok(gla_warning_count() == 1, "clearing an error leaves it");
    gla_start_call();
    ok(gla_warning_count() == 0, "the next call begins without");
    gla_set_policy("ill_conditioned", "raise");
    is_status(warn(), GLA_ILL_CONDITIONED_ERROR, "solve: a is odd", "policy raise");
    ok(gla_warning_count() == 0 && !gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING), "and nothing else");
    gla_set_policy("ill_conditioned", "ignore");
    is_status(warn(), GLA_OK, NULL, "policy ignore");
    ok(gla_warning_count() == 0 && gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING), "says nothing");
    ok(!gla_policy_ignores(GLA_RANK_DEFICIENT_WARNING), "and the other kind keeps its own");
    gla_set_policy("ill_conditioned", "warn");
    is_status(gla_set_policy("odd", "warn"), GLA_ARGUMENT_ERROR, "'ill_conditioned', 'rank_deficient'", "an unknown kind");
}

static void test_many(void)
{
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    gla_start_call();
    for (int i = 0; i < 100; i++)
        gla_warn(GLA_ILL_CONDITIONED_WARNING, "solve", "%s", text);
    ok(gla_warning_count() == GLA_WARNINGS_KEPT, "the first ones are kept");
    ok(strlen(gla_warning_message(0)) == GLA_WARNING_TEXT - 1, "a long message is cut, not overrun");
    gla_start_call();
}

/* Test each setting in a child process, because the environment is read once. */
static void test_environment(const char *text, const char *action)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        char *got = NULL;
        setenv("GPULINALG_POLICY", text, 1);
        gla_status st = gla_get_policy("ill_conditioned", &got);
        if (!action)
            _exit(st == GLA_ARGUMENT_ERROR && strstr(gla_last_message(), "GPULINALG_POLICY") && warn() == GLA_ARGUMENT_ERROR
                      ? 0
                      : 1);
        _exit(st || strcmp(got, action) ? 1 : 0);
    }
    waitpid(child, &status, 0);
    ok(status == 0, "GPULINALG_POLICY='%s': %s", text, action ? action : "an error");
}

int main(void)
{
    test_environment("", "warn");
    test_environment("ill_conditioned=raise", "raise");
    test_environment("ill_conditioned=raise,ill_conditioned=ignore", "ignore");
    test_environment("rank_deficient=ignore,ill_conditioned=raise", "raise");
    test_environment("rank_deficient=raise", "warn");
    test_environment("ill_conditioned=raise,rank_deficient", NULL);
    test_environment("ill_conditioned", NULL);
    test_environment("ill_conditioned=", NULL);
    test_environment("raise", NULL);
    test_environment("singular=raise", NULL);
    test_environment("ill_conditioned=raised", NULL);
    test_actions();
    test_many();
    return done();
}
