/* policy.c - How calls choose their device: by cost, with or without a log, or always the same way, for tests. */
#include "config.h"
#include "core/placement.h"
#include "runtime/runtime.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {[GLA_POLICY_QUIET] = "quiet",
                                    [GLA_POLICY_LOG] = "log",
                                    [GLA_POLICY_STAY] = "stay",
                                    [GLA_POLICY_GO] = "go",
                                    [GLA_POLICY_ALTERNATE] = "alternate"};
enum { POLICIES = sizeof names / sizeof *names };

static atomic_int current; /* a policy; 0: the environment has not been read yet */

static gla_policy find(const char *text, size_t length)
{
    for (int i = GLA_POLICY_QUIET; i < POLICIES; i++)
        if (strlen(names[i]) == length && strncmp(names[i], text, length) == 0)
            return (gla_policy)i;
    return GLA_POLICY_UNREAD;
}

gla_status gla_policy_now(gla_policy *policy)
{
    int now = atomic_load_explicit(&current, memory_order_relaxed);
    if (!now) {
        const char *env = secure_getenv("GPULINALG_PLACEMENT");
        bool is_default = !env || !*env || strcmp(env, "off") == 0; /* "off" concerns the default device: registry.c */
        now = is_default ? GLA_POLICY_QUIET : find(env, strcspn(env, ","));
        if (!now)
            return gla_fail(GLA_ARGUMENT_ERROR,
                            GLA_UNNAMED "the environment variable GPULINALG_PLACEMENT is \"%.40s\", but it must be log, quiet, "
                                        "off, stay, go or alternate",
                            env);
        atomic_store(&current, now);
    }
    *policy = (gla_policy)now;
    return GLA_OK;
}

gla_status gla_set_placement(const char *mode)
{
    gla_policy policy = find(mode, strlen(mode));
    if (!policy)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "set_placement: mode is '%.40s', but it must be 'quiet', 'log', 'stay', 'go' or 'alternate'", mode);
    atomic_store(&current, policy);
    return GLA_OK;
}

gla_status gla_get_placement(char **text)
{
    gla_policy policy = GLA_POLICY_QUIET;
    gla_status st = gla_policy_now(&policy);
    return st ? st : gla_copy_text("get_placement", names[policy], text);
}
