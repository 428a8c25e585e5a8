/* cudss.c - Accepted versions of cuDSS and the way to call them, tested with libraries that only report their version. The
 * argument is the expected outcome for the library in the folder GPULINALG_CUDSS: "taken", "without transposes", "refused". */
#include "../unit/tap.h"
#include "backends/cuda/cudss.h"
#include "contract/direct.h"

#include <string.h>

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "";
    const gla_cudss *lib = gla_cudss_library();
    const char *words = gla_cudss_description();
    bool refused = strcmp(wanted, "refused") == 0, transposes = strcmp(wanted, "taken") == 0;
    printf("# %s\n", words);
    ok(!lib == refused, "the library is %s", refused ? "refused" : "taken");
    ok(strncmp(words, "cuDSS ", 6) == 0 && strstr(words, ".2 "), "its version is named");
    const char *lu = gla_cuda_direct_ops.absence(NULL, GLA_DIRECT_LU);
    const char *cholesky = gla_cuda_direct_ops.absence(NULL, GLA_DIRECT_CHOLESKY);
    if (refused) {
        ok(strstr(words, "install one of these") && cholesky == words && lu == words, "and why it is not");
    } else {
        int sum = gla_cudss_create_csr(lib, NULL, 3, 4, NULL, NULL, NULL, CUDA_R_64I, CUDA_R_64F, GLA_CUDSS_SPD,
                                       GLA_CUDSS_LOWER);
        ok(sum == 10 + 1000 * CUDA_R_64I + 100000 * CUDA_R_64F + 10000000 * GLA_CUDSS_SPD + 100000000 * GLA_CUDSS_LOWER,
           "a matrix is described as it wants (%d)", sum);
        ok(!cholesky && !lu == transposes, "which factors it makes");
        ok(transposes || strstr(lu, "cannot solve with the transpose"), "and why not the others");
    }
    return done();
}
