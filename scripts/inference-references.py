"""
Writes test/learn/inference/references.json: log densities and logarithms of distribution functions, with first and second
derivatives by all arguments, at given points, to the nearest double. A density is defined here by its formula alone, in
mpmath, and derivatives are differences of it. And diagnostics.json: R-hat, effective sample sizes and Monte Carlo errors of
some chains, as ArviZ computes them.

Needs Python 3, mpmath and, for the diagnostics, arviz (0.23 was used):

    python3 scripts/inference-references.py                     all
    python3 scripts/inference-references.py diagnostics         the diagnostics only
    python3 scripts/inference-references.py gammaLogDensity …   these functions only; the others stay as they are

An entry of references.json is [arguments, value, first derivatives, second derivatives], under the name of the export, with
the second ones in the order xx, xy, …, yy, …. What is too large for a double is the name of an infinity.
"""

import json
import math
import os
import random
import sys

import mpmath
from mpmath import atan2, cosh, erfc, exp, expm1, fabs, log, log1p, mp, mpf, pi, sqrt

from differences import differences

FILE = os.path.join(os.path.dirname(__file__), "..", "test", "learn", "inference", "references.json")

known_gammas = {}


def loggamma(x):
    """Differences ask for the same arguments again and again."""
    key = (mp.dps, x)
    if key not in known_gammas:
        known_gammas[key] = mpmath.loggamma(x)
    return known_gammas[key]


# ── Log densities ────────────────────────────────────────────────────────────────────────────────


def normal(x, m, s):
    return -(((x - m) / s) ** 2) / 2 - log(s) - log(2 * pi) / 2


def student(x, v, m, s):
    z = (x - m) / s
    middle = loggamma((v + 1) / 2) - loggamma(v / 2) - log(v * pi) / 2
    return middle - log(s) - (v + 1) / 2 * log1p(z * z / v)


def cauchy(x, m, s):
    return -log(pi) - log(s) - log1p(((x - m) / s) ** 2)


def logistic(x, m, s):
    return -2 * log(2 * cosh((x - m) / s / 2)) - log(s)


def log_choose(n, k):
    return loggamma(n + 1) - loggamma(k + 1) - loggamma(n - k + 1)


def negative_binomial(k, m, f):
    orders = loggamma(k + f) - loggamma(f) - loggamma(k + 1)
    return orders + k * log(m / (m + f)) - f * log1p(m / f)


def gumbel(x, m, s):
    z = (x - m) / s
    return -log(s) - z - exp(-z)


def weibull(x, k, s):
    return log(k) - log(s) + (k - 1) * log(x / s) - (x / s) ** k


def log_beta(a, b):
    return loggamma(a) + loggamma(b) - loggamma(a + b)


# ── Distribution functions: each is the logarithm of a tail, or of what a tail leaves ────────────


def below(tail, other):
    """The logarithm of a probability by that of the other one, where it is almost 1."""
    return log(tail) if tail < 0.5 else log1p(-other)


def normal_tail(z):
    """Above z."""
    return erfc(z / sqrt(2)) / 2


def cauchy_tail(z):
    return atan2(1, z) / pi


def laplace_tail(z):
    return exp(-z) / 2 if z > 0 else 1 - exp(z) / 2


def logistic_tail(z):
    return 1 / (1 + exp(z))


def pair(tail):
    """Of a symmetric distribution, by location and scale."""
    return {
        "LogCdf": lambda x, m, s: below(tail((m - x) / s), tail((x - m) / s)),
        "LogSurvival": lambda x, m, s: below(tail((x - m) / s), tail((m - x) / s)),
    }


# ── Points ───────────────────────────────────────────────────────────────────────────────────────

chance = random.Random(7)


def some(low, high):
    """A double, uniform by its logarithm to the base 10."""
    return float(f"{10.0 ** chance.uniform(low, high):.6g}")


def shape():
    return some(-8, 18)


def around():
    return chance.gauss(0, 2)


def spread(count, make):
    """Points that are made by chance; those that make none are left out."""
    found = [make() for _ in range(count)]
    return [p for p in found if p is not None]


def gamma_point():
    a, rate = shape(), some(-5, 5)
    x = a / rate * math.exp(around() / math.sqrt(a)) if a > 0.1 else some(-20, 3)
    return x, a, rate


def inverse_gamma_point():
    x, a, scale = gamma_point()
    return 1 / x, a, scale


def beta_point():
    a, b = shape(), shape()
    share = a / (a + b)
    x = share * math.exp(around() / math.sqrt(a)) if a > 0.1 and a <= b else chance.uniform(0, 1)
    if a > b > 0.1:
        x = 1 - b / (a + b) * math.exp(around() / math.sqrt(b))
    return (x, a, b) if 0 < x < 1 else None


def binomial_point():
    n, p = float(round(some(0.3, 18))), chance.choice([some(-9, 0), chance.uniform(0, 1), 1 - some(-9, 0)])
    k = float(round(n * p + around() * math.sqrt(n * p * (1 - p))))
    return (k, n, p) if 0 <= k <= n and 0 < p < 1 else None


def count(mean, variance):
    return float(max(0, round(mean + around() * math.sqrt(variance))))


def poisson_point():
    mean = some(-3, 18)
    return count(mean, mean), mean


def negative_binomial_point():
    mean, phi = some(-2, 12), shape()
    return count(mean, mean + mean * mean / phi), mean, phi


def student_point():
    s = some(-3, 3)
    return chance.choice([1, -1]) * s * some(-3, 2) + 0.25, shape(), 0.25, s


def line_point():
    s = some(-3, 3)
    return chance.choice([1, -1]) * s * some(-12, 2.5) + 0.25, 0.25, s


def far(low=-300, high=300):
    return some(low, high)


def tails(*zs):
    return [(s * z + m, m, s) for z in zs for m, s in ((0.0, 1.0), (0.25, 3.0))]


def signed(*zs):
    return tails(*[sign * z for z in zs for sign in (1, -1)])


ZS = (1e-10, 0.3, 1.0, 2.9, 8.0, 30.0, 300.0)
LINE = lambda: spread(40, line_point) + [(1e-300, 0.0, 1.0), (-1e200, 0.0, 1e200)]  # noqa: E731
WIDE = lambda: [(far(), 0.0, far()) for _ in range(25)]  # noqa: E731
RATIOS = [(x, s) for s in (0.7, 1e5) for x in (1e-8 * s, 0.1 * s, 0.69 * s, s * 1.1, 5.0 * s, 30.0 * s, 300 * s)]

FUNCTIONS = {
    "normalLogDensity": (normal, LINE),
    "logNormalLogDensity": (lambda x, m, s: normal(log(x), m, s) - log(x), lambda: spread(30, lambda: (some(-5, 5), 0.5, some(-2, 2))) + [(far(), 1.5, 3.0) for _ in range(10)]),
    "studentTLogDensity": (student, lambda: spread(80, student_point) + [(far(), shape(), 0.0, far()) for _ in range(12)]),
    "cauchyLogDensity": (cauchy, lambda: LINE() + WIDE() + [(1e200, 0.0, 1.0), (1e-200, 0.0, 1e200)]),
    "laplaceLogDensity": (lambda x, m, s: -fabs(x - m) / s - log(2 * s), LINE),
    "logisticLogDensity": (logistic, lambda: LINE() + signed(*ZS)),
    "gumbelLogDensity": (gumbel, lambda: LINE() + tails(-30.0, -5.0, 30.0, 1e4)),
    "uniformLogDensity": (lambda x, a, b: -log(b - a), lambda: [(0.6, a, b) for a in (-2.0, 0.1) for b in (0.7, 9.0, 1e300)]),
    "halfNormalLogDensity": (lambda x, s: normal(x, 0, s) + log(2), lambda: spread(30, lambda: (some(-3, 3), some(-2, 3)))),
    "halfCauchyLogDensity": (lambda x, s: cauchy(x, 0, s) + log(2), lambda: spread(30, lambda: (some(-3, 3), some(-2, 3))) + [(far(), far()) for _ in range(12)] + [(1.0, 1e-200)]),
    "halfStudentTLogDensity": (lambda x, v, s: student(x, v, 0, s) + log(2), lambda: [(abs(x - m), v, s) for x, v, m, s in spread(40, student_point)] + [(far(), shape(), far()) for _ in range(12)] + [(2.0, 1e15, 1.0)]),
    "exponentialLogDensity": (lambda x, r: log(r) - r * x, lambda: spread(30, lambda: (some(-6, 3), some(-3, 3))) + [(far(), far()) for _ in range(10)]),
    "weibullLogDensity": (weibull, lambda: spread(40, lambda: (some(-2, 2), some(-2, 2), some(-1, 1)))),
    "gammaLogDensity": (lambda x, a, b: a * log(b) + (a - 1) * log(x) - b * x - loggamma(a), lambda: spread(80, gamma_point) + [(far(), shape(), far()) for _ in range(12)]),
    "inverseGammaLogDensity": (lambda x, a, b: a * log(b) - (a + 1) * log(x) - b / x - loggamma(a), lambda: spread(80, inverse_gamma_point) + [(far(), shape(), far()) for _ in range(12)]),
    "betaLogDensity": (lambda x, a, b: (a - 1) * log(x) + (b - 1) * log1p(-x) - log_beta(a, b), lambda: spread(100, beta_point) + [(far(-300, 0), shape(), shape()) for _ in range(12)] + [(0.5, a, a) for a in (1e8, 1e12, 1e15, 1.0 + 1e-8)]),
    "binomialLogDensity": (lambda k, n, p: log_choose(n, k) + k * log(p) + (n - k) * log1p(-p), lambda: spread(100, binomial_point) + [(3.0, 10.0, far(-300, 0)) for _ in range(5)]),
    "poissonLogDensity": (lambda k, m: k * log(m) - m - loggamma(k + 1), lambda: spread(60, poisson_point) + [(float(round(some(0, 18))), far()) for _ in range(12)]),
    "negativeBinomialLogDensity": (negative_binomial, lambda: spread(100, negative_binomial_point) + [(100.0, 8.0, 10.0**k) for k in (8, 10, 12, 15, 18)] + [(float(round(some(0, 12))), far(), shape()) for _ in range(12)]),
    **{name + kind: (f, lambda name=name: signed(*ZS) + ([(far(-70, 70), 0.0, far(-70, 70)) for _ in range(10)] if name == "cauchy" else []))
       for name, tail in (("normal", normal_tail), ("cauchy", cauchy_tail), ("laplace", laplace_tail), ("logistic", logistic_tail)) for kind, f in pair(tail).items()},
    "gumbelLogCdf": (lambda x, m, s: -exp((m - x) / s), lambda: tails(-300.0, -8.0, -0.3, 0.0, 2.5, 30.0, 600.0)),
    "gumbelLogSurvival": (lambda x, m, s: log(-expm1(-exp((m - x) / s))), lambda: tails(-6.0, -2.0, -0.3, 0.0, 0.4, 2.0, 7.9, 8.1, 30.0, 1e4)),
    "logNormalLogCdf": (lambda x, m, s: pair(normal_tail)["LogCdf"](log(x), m, s), lambda: [(x, 0.5, s) for x in (1e-200, 0.3, 1.6, 20.0, 1e5) for s in (0.7, 3.0)]),
    "logNormalLogSurvival": (lambda x, m, s: pair(normal_tail)["LogSurvival"](log(x), m, s), lambda: [(x, 0.5, s) for x in (1e-20, 0.3, 1.6, 20.0, 1e200) for s in (0.7, 3.0)]),
    "halfNormalLogCdf": (lambda x, s: below(1 - 2 * normal_tail(x / s), 2 * normal_tail(x / s)), lambda: [(x, s) for x, s in RATIOS if x < 25 * s]),
    "halfNormalLogSurvival": (lambda x, s: log(2 * normal_tail(x / s)), lambda: RATIOS),
    "halfCauchyLogCdf": (lambda x, s: below(2 * atan2(x, s) / pi, 2 * atan2(s, x) / pi), lambda: RATIOS + [(1e200, 1e-90), (1e-200, 3.0)]),
    "halfCauchyLogSurvival": (lambda x, s: below(2 * atan2(s, x) / pi, 2 * atan2(x, s) / pi), lambda: RATIOS + [(1e200, 1e-90), (1e-200, 3.0)]),
    "exponentialLogCdf": (lambda x, r: below(-expm1(-r * x), exp(-r * x)), lambda: [(x, 1 / s) for x, s in RATIOS]),
    "exponentialLogSurvival": (lambda x, r: -r * x, lambda: [(x, 1 / s) for x, s in RATIOS]),
    "weibullLogCdf": (lambda x, k, s: below(-expm1(-((x / s) ** k)), exp(-((x / s) ** k))), lambda: [(x, k, s) for x, s in RATIOS if x < 8 * s for k in (0.4, 2.2)]),
    "weibullLogSurvival": (lambda x, k, s: -((x / s) ** k), lambda: [(x, k, s) for x, s in RATIOS for k in (0.4, 2.2)]),
    "uniformLogCdf": (lambda x, a, b: log((x - a) / (b - a)), lambda: [(1.0 + d, 1.0, 5.0) for d in (1e-8, 0.3, 2.1, 3.999999)]),
    "uniformLogSurvival": (lambda x, a, b: log((b - x) / (b - a)), lambda: [(1.0 + d, 1.0, 5.0) for d in (1e-8, 0.3, 2.1, 3.999999)]),
}

SHAPED = ("gammaLogDensity", "inverseGammaLogDensity", "poissonLogDensity", "binomialLogDensity", "negativeBinomialLogDensity")


def scales_of(name, args):
    """How far the function is smooth in each argument."""
    x = args[0]
    if name.startswith("beta"):
        return [min(x, 1 - x), *args[1:]]
    if name.startswith("binomial"):
        k, n, p = args
        return [min(k, n - k) or 1, n - k or 1, min(p, 1 - p)]
    if name.startswith("uniform"):
        return [min(abs(x - args[1]), abs(args[2] - x))] * 3
    if name.startswith("half"):
        reach = args[-1] * (min(1, sqrt(args[1])) if name.startswith("halfStudent") else 1)
        return [max(x, reach) if "Student" in name or "Cauchy" in name else args[-1], *args[1:]]
    if len(args) > 2 and not any(name.startswith(it) for it in ("logNormal", "weibull", *(it[:5] for it in SHAPED))):
        location, scale = args[-2:]
        apart = max(abs(x - location), scale * min(1, sqrt(args[1]) if name.startswith("student") else 1))
        if not any(name.startswith(it) for it in ("student", "cauchy")):
            apart = scale
        return [apart, *args[1:-2], apart, scale]
    return args


def number(x):
    nearest = float(x) if abs(x) < mpf(2) ** 1024 else math.copysign(math.inf, x)
    return nearest if math.isfinite(nearest) else "Infinity" if nearest > 0 else "-Infinity"


def entry(name, f, point):
    args = [mpf(x) for x in point]
    far_out = any(x != 0 and not mpf(10) ** -25 < abs(x) < mpf(10) ** 25 for x in args)
    digits = 1600 if far_out else 1100 if name.startswith("gumbel") else 420
    scales = [abs(s) or 1 for s in scales_of(name, args)]
    value, first, second = differences(f, args, scales, digits)
    # What is left of an exact 0.
    noise = (abs(value) + 1) * mpf(10) ** (-digits // 3)
    pairs = [(j, k) for j in range(len(args)) for k in range(j, len(args))]
    first = [0 if abs(d) * s < noise else d for d, s in zip(first, scales)]
    second = [0 if abs(d) * scales[j] * scales[k] < noise else d for d, (j, k) in zip(second, pairs)]
    return [[float(x) for x in args], number(value), [number(d) for d in first], [number(d) for d in second]]


def write_references(names):
    known = {}
    if os.path.exists(FILE):
        with open(FILE) as file:
            known = json.load(file)
    for name in names or FUNCTIONS:
        f, points = FUNCTIONS[name]
        chance.seed(name)
        known[name] = [entry(name, f, point) for point in points()]
        print(name, len(known[name]), flush=True)
        rows = []
        for key in FUNCTIONS:
            if key in known:
                rows.append(f'"{key}":[\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in known[key]) + "\n]")
        with open(FILE, "w") as file:
            file.write("{\n" + ",\n".join(rows) + "\n}\n")


# ── Diagnostics ──────────────────────────────────────────────────────────────────────────────────


def chains(np, kind, count, length, seed):
    numbers = np.random.default_rng(seed)
    noise = numbers.standard_normal((count, length))
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


def write_diagnostics():
    import arviz as az
    import numpy as np

    cases = {}
    for kind, count, length in [
        ("quick", 4, 100), ("slow", 4, 101), ("antithetic", 2, 80), ("apart", 3, 60), ("wide", 4, 80), ("heavy", 2, 120), ("counts", 2, 70), ("alone", 1, 90),
    ]:
        draws = chains(np, kind, count, length, 7)
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


if sys.argv[1:] != ["diagnostics"]:
    write_references(sys.argv[1:])
if sys.argv[1:] in ([], ["diagnostics"]):
    write_diagnostics()
