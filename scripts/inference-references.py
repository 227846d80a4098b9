"""
Writes test/learn/inference/references.json: log densities and their derivatives at given points, to the nearest
double. A density is defined here by its formula alone, in mpmath, and derivatives are differences of it. And
diagnostics.json: R-hat, effective sample sizes and Monte Carlo errors of some chains, as ArviZ computes them.

Needs Python 3, mpmath and arviz (0.23 was used):

    python3 scripts/inference-references.py

An entry of the file is [arguments, value, derivatives by all arguments], under the name of the export.
"""

import json
import os

import arviz as az
import numpy as np
from mpmath import beta, cosh, diff, exp, fabs, gamma, log, mp, mpf, pi, sqrt

FILE = os.path.join(os.path.dirname(__file__), "..", "test", "learn", "inference", "references.json")
mp.dps = 60


def normal(x, m, s):
    return exp(-((x - m) ** 2) / (2 * s * s)) / (s * sqrt(2 * pi))


def student(x, v, m, s):
    z = (x - m) / s
    return gamma((v + 1) / 2) / (gamma(v / 2) * sqrt(v * pi) * s) * (1 + z * z / v) ** (-(v + 1) / 2)


def cauchy(x, m, s):
    return 1 / (pi * s * (1 + ((x - m) / s) ** 2))


def negative_binomial(k, m, f):
    return gamma(k + f) / (gamma(f) * gamma(k + 1)) * (m / (m + f)) ** k * (f / (m + f)) ** f


POSITIVE = [mpf(x) for x in ("0.003", "0.4", "1", "3.7", "25")]
PLACES = [mpf(x) for x in ("-12.5", "-0.3", "0.6", "4")]
UNIT = [mpf(x) for x in ("0.001", "0.2", "0.5", "0.93")]
SHAPES = [mpf(x) for x in ("0.3", "1", "2.5", "40")]
SCALES = [mpf(x) for x in ("0.2", "1.7")]
COUNTS = [mpf(x) for x in ("0", "1", "4", "23")]


def pairs(*lists):
    found = [[]]
    for values in lists:
        found = [[*row, x] for row in found for x in values]
    return found




DENSITIES = {
    "normal": (normal, pairs(PLACES, [mpf("0.5")], SCALES)),
    "logNormal": (lambda x, m, s: normal(log(x), m, s) / x, pairs(POSITIVE, [mpf("0.5")], SCALES)),
    "studentT": (student, pairs(PLACES, SHAPES, [mpf("0.5")], SCALES)),
    "cauchy": (cauchy, pairs(PLACES, [mpf("0.5")], SCALES)),
    "laplace": (lambda x, m, s: exp(-fabs(x - m) / s) / (2 * s), pairs(PLACES, [mpf("0.5")], SCALES)),
    "logistic": (
        lambda x, m, s: 1 / (4 * s * cosh((x - m) / (2 * s)) ** 2),
        pairs(PLACES, [mpf("0.5")], SCALES),
    ),
    "uniform": (lambda x, a, b: 1 / (b - a), pairs([mpf("0.6")], [mpf(-2), mpf("0.1")], [mpf("0.7"), mpf(9)])),
    "halfNormal": (lambda x, s: 2 * normal(x, 0, s), pairs(POSITIVE, SCALES)),
    "halfCauchy": (lambda x, s: 2 * cauchy(x, 0, s), pairs(POSITIVE, SCALES)),
    "halfStudentT": (lambda x, v, s: 2 * student(x, v, 0, s), pairs(POSITIVE, SHAPES, SCALES)),
    "exponential": (lambda x, r: r * exp(-r * x), pairs(POSITIVE, SCALES)),
    "gamma": (lambda x, a, b: b**a * x ** (a - 1) * exp(-b * x) / gamma(a), pairs(POSITIVE, SHAPES, SCALES)),
    "inverseGamma": (
        lambda x, a, b: b**a * x ** (-a - 1) * exp(-b / x) / gamma(a),
        pairs(POSITIVE, SHAPES, SCALES),
    ),
    "beta": (lambda x, a, b: x ** (a - 1) * (1 - x) ** (b - 1) / beta(a, b), pairs(UNIT, SHAPES, SHAPES)),
    "binomial": (
        lambda k, n, p: gamma(n + 1) / (gamma(k + 1) * gamma(n - k + 1)) * p**k * (1 - p) ** (n - k),
        pairs(COUNTS, [mpf(23), mpf(40)], UNIT),
    ),
    "poisson": (lambda k, m: m**k * exp(-m) / gamma(k + 1), pairs(COUNTS, POSITIVE)),
    "negativeBinomial": (negative_binomial, pairs(COUNTS, POSITIVE, SHAPES)),
}


def partials(density, args):
    return [
        diff(lambda x, k=k: log(density(*args[:k], x, *args[k + 1 :])), args[k], h=mpf(10) ** -20)
        for k in range(len(args))
    ]



found = {}
for name, (density, points) in DENSITIES.items():
    found[name] = []
    for point in points:
        # The doubles that JavaScript reads.
        args = [mpf(float(x)) for x in point]
        value = log(density(*args))
        found[name].append([[float(x) for x in args], float(value), [float(d) for d in partials(density, args)]])

with open(FILE, "w") as file:
    file.write("{\n")
    rows = [f'  "{name}": [\n' + ",\n".join(f"    {json.dumps(row)}" for row in rows) + "\n  ]" for name, rows in found.items()]
    file.write(",\n".join(rows))
    file.write("\n}\n")

# ── Diagnostics ──────────────────────────────────────────────────────────────────────────────────


def chains(kind, count, length, seed):
    random = np.random.default_rng(seed)
    noise = random.standard_normal((count, length))
    correlation = {"slow": 0.9, "antithetic": -0.7}.get(kind, 0.3)
    found = np.zeros((count, length))
    for k in range(length):
        found[:, k] = noise[:, k] + (correlation * found[:, k - 1] if k > 0 else 0)
    if kind == "apart":
        found[0] += 1
    if kind == "wide":
        found[1] *= 3
    if kind == "heavy":
        found = np.tan(found)
    if kind == "counts":
        found = np.floor(2 * found)
    return np.round(found, 4)


cases = {}
for kind, count, length in [
    ("quick", 4, 100), ("slow", 4, 101), ("antithetic", 2, 80), ("apart", 3, 60), ("wide", 4, 80), ("heavy", 2, 120), ("counts", 2, 70), ("alone", 1, 90),
]:
    draws = chains(kind, count, length, 7)
    cases[kind] = {
        "rHat": float(az.rhat(draws, method="rank")),
        "bulkEss": float(az.ess(draws, method="bulk")),
        "tailEss": float(az.ess(draws, method="tail")),
        "medianEss": float(az.ess(draws, method="quantile", prob=0.5)),
        "medianError": float(az.mcse(draws, method="quantile", prob=0.5)),
        "meanError": float(az.mcse(draws, method="mean")),
        "deviationError": float(az.mcse(draws, method="sd")),
        "draws": draws.tolist(),
    }

with open(os.path.join(os.path.dirname(FILE), "diagnostics.json"), "w") as file:
    file.write("{\n" + ",\n".join(f'  "{kind}": {json.dumps(case).replace("NaN", "null")}' for kind, case in cases.items()) + "\n}\n")
