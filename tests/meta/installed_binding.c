/* A binding in small, built from an installation: its nested lists are texts such as "[[1,2],[3]]", and it says what went wrong. */
#include <gpulinalg.h>
#include <gpulinalg/binding.h>

#include <stdio.h>

int main(void)
{
    gla_argument_is(GLA_DTYPE_ERROR, "'x'", GLA_WANT_INTEGER);
    gla_argument_at(1);
    gla_argument_of("sum", "axis");
    printf("%s: %s\n", gla_status_name(gla_last_status()), gla_last_message());
    return 0;
}
