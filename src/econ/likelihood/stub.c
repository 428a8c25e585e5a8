#include "econ/likelihood/likelihood.h"
#pragma GCC diagnostic ignored "-Wunused-parameter"
gla_status gla_econ_mlogit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const gla_variable *base, const char *vcov, const gla_variable *weights, const char *weights_type, const char *ssc, const gla_arrays *cluster, const gla_variable *unit, const gla_variable *time, const gla_variable *split, bool keep, double tol, int64_t maxiter, double collinear_tol){return 1;}
gla_status gla_econ_fit_margins(const gla_econ_fit *fit, gla_table **table, const char *at, double level){return 1;}
