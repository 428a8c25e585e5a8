#!/usr/bin/env python3
"""Why married women work, T. A. Mroz (1987): logit, probit and marginal effects.

The specification is that of J. M. Wooldridge, Introductory Econometrics, example 17.1. Its log-likelihoods are printed there;
the other references are from statsmodels 0.15.
"""
import gpulinalg as gla
from gpulinalg import econ

from compare import data, heading, show

women = gla.Table.read(data("mroz87.csv"))
women.assign("income = (FAMINC - WW*WHRS)/1000")  # of the husband and from wealth, in thousands
formula = "LFP ~ income + WE + AX + AX^2 + WA + KL6 + K618"
logit = econ.logit(formula, women, ssc="stata")
probit = econ.probit(formula, women, ssc="stata")
names = {"LFP": "in the labour force", "income": "other income", "WE": "education", "AX": "experience",
         "I(AX^2)": "experience squared", "WA": "age", "KL6": "children under 6", "K618": "children from 6 to 18"}
print(econ.etable(econ.ols(formula, women, vcov="HC3"), logit, probit, labels=names))

heading("log-likelihood")
show("logit", "-401.76515", logit.loglik)
show("probit", "-401.30219", probit.loglik)

heading("education")
show("logit", ".2211703703", logit.coef["WE"])
show("(standard error)", ".0434396315", logit.se["WE"])
show("probit", ".1309047329", probit.coef["WE"])
show("(standard error)", ".0252541957", probit.se["WE"])

effects = logit.margins().where("coefficient == 'WE'")
heading("average marginal effect")
show("education, logit", ".0394965239", effects["effect"][0])
show("(standard error)", ".0072946969", effects["se"][0])
effects = probit.margins().where("coefficient == 'WE'")
show("education, probit", ".0393702647", effects["effect"][0])
show("(standard error)", ".0072216331", effects["se"][0])
