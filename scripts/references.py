"""
Writes test/core/primitives/references.json: what the rows of the table and their derivatives are at given
points, to the nearest double. A row is defined here by its value alone, in mpmath; first and second
derivatives are differences of it at 3000 digits, with a step of 1e-1000. The rows of the gamma
function, where such digits take hours, name their derivatives instead.

Needs Python 3 and mpmath (Debian: python3-mpmath):

    python3 scripts/references.py              all rows
    python3 scripts/references.py tanh pow     these rows only; the others stay as they are

An entry of the file is [arguments, value, first derivatives, second derivatives], with the second
ones in the order xx, xy, …, yy, …. The arguments are the doubles that JavaScript reads; null is a
derivative that does not exist.
"""

import json
import math
import os
import sys
from itertools import product

import mpmath
from mpmath import mp, mpf

from differences import differences

FILE = os.path.join(os.path.dirname(__file__), "..", "test", "core", "primitives", "references.json")
DIGITS = 3000
STEP = "1e-1000"

# ── Points ───────────────────────────────────────────────────────────────────────────────────────

MAGNITUDES = [
    1e-300, 3e-200, 1e-155, 1e-100, 7e-50, 1e-20, 1.1e-16, 1e-12, 1e-9, 3e-7, 1e-5, 1e-3, 0.012, 0.1,
    0.3, 0.5, 0.69, 0.71, 0.9, 1.0, 1.3, 1.45, 1.5, 2.0, 2.7, 3.4, 5.0, 8.1, 10.0, 15.0, 20.3, 26.0, 37.0,
    41.7, 100.0, 150.3, 300.0, 344.0, 400.1, 690.0, 708.0, 720.0, 1234.5, 1e5, 0.9e8, 1.1e8, 1e10, 4e15, 1e17, 1e20,
    1e50, 1e78, 1e100, 1e155, 1e200, 1e300,
]
POSITIVE = MAGNITUDES
REALS = [-x for x in reversed(MAGNITUDES)] + [0.0] + MAGNITUDES


def beside(x):
    """Doubles next to a point, from the nearest ones on."""
    near = [x + side * step for step in (1e-15, 1e-12, 1e-8, 1e-4) for side in (-1, 1)]
    return [math.nextafter(x, -math.inf), math.nextafter(x, math.inf)] + near


def where(accept, points):
    found = []
    for x in points:
        if accept(x) and x not in found:
            found.append(x)
    return found


def pairs(xs, ys, more=()):
    return list(product(xs, ys)) + list(more)


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────


class Row:
    """A function, and the points at which it is wanted: numbers, or tuples of arguments, at once or when asked."""

    def __init__(self, f, points, derivatives=None, digits=DIGITS, many=False):
        self.f = f
        self.given = points
        self.derivatives = derivatives
        self.digits = digits
        self.many = many

    def points(self):
        points = self.given() if callable(self.given) else self.given
        return [p if isinstance(p, tuple) else (p,) for p in points]

    def at(self, point):
        with mp.workdps(self.digits):
            xs = [mpf(x) for x in point]
            if self.derivatives is not None:
                value, first, second = self.derivatives(*xs)
                return [number(value)], [number(d) for d in first], [number(d) for d in second]
            return self.differences(xs)

    def differences(self, xs):
        f = (lambda *args: self.f(args)) if self.many else self.f
        h = mpf(STEP)
        places = range(len(xs))

        def moved(*steps):
            return f(*[x + sum(s * h for k, s in steps if k == j) for j, x in enumerate(xs)])

        value = f(*xs)
        first, second = [], []
        sides = [(moved((k, 1)), moved((k, -1))) for k in places]
        for k in places:
            first.append((sides[k][0] - sides[k][1]) / (2 * h))
        for j in places:
            for k in range(j, len(xs)):
                if j == k:
                    second.append((sides[j][0] - 2 * value + sides[j][1]) / h**2)
                else:
                    signs = [(a, b) for a in (1, -1) for b in (1, -1)]
                    total = sum(a * b * moved((j, a), (k, b)) for a, b in signs)
                    second.append(total / (4 * h**2))
        return [number(value)], [number(d) for d in first], [number(d) for d in second]


def number(x):
    """The nearest double, as JSON has it."""
    if x is None or isinstance(x, mpmath.mpc):
        return None
    nearest = float(x) if abs(x) < mpf(2) ** 1024 else math.copysign(math.inf, x)
    if math.isinf(nearest):
        return "Infinity" if nearest > 0 else "-Infinity"
    return int(nearest) if nearest == int(nearest) and abs(nearest) < 1e15 else nearest


def exact(value, slopes=(0,)):
    """A row that is linear between its jumps, with the same slopes everywhere or by arguments."""

    def derivatives(*xs):
        found = slopes(*xs) if callable(slopes) else slopes
        count = len(found) * (len(found) + 1) // 2
        return mpf(value(*[float(x) for x in xs])), [mpf(s) for s in found], [mpf(0)] * count

    return derivatives


def to_int32(x):
    n = int(math.trunc(x)) % 2**32
    return n - 2**32 if n >= 2**31 else n


def round_half_up(x):
    return x if abs(x) > 2.0**52 else float(mp.floor(mpf(x) + 0.5))


def float32(x):
    with mp.workprec(24):
        return float(+mpf(x)) if abs(x) >= 2.0**-126 or x == 0 else 0.0


def log_sum_exp(xs):
    return mp.log(sum(mp.exp(x) for x in xs))


def gamma_rows(order):
    """ψ⁽ᵒʳᵈᵉʳ⁾ and its derivatives; order -1 is log |Γ|."""

    def psi(n, x):
        if n == -1:
            return mp.re(mp.loggamma(x))
        if n == 0:
            return mp.digamma(x)
        if x < 0:
            # Up to the positive axis: ψ⁽ⁿ⁾(x) = ψ⁽ⁿ⁾(x + 1) - (-1)ⁿ n! / xⁿ⁺¹.
            total = mpf(0)
            while x < 0:
                total -= (-1) ** n * mp.factorial(n) / x ** (n + 1)
                x += 1
            return total + psi(n, x)
        return (-1) ** (n + 1) * mp.factorial(n) * mp.zeta(n + 1, x)

    return lambda x: (psi(order, x), [psi(order + 1, x)], [psi(order + 2, x)])


def erfcx(x):
    """e^x² erfc x; far out by its asymptotic series."""
    if x < 1000:
        return mp.exp(x * x) * mp.erfc(x) if x > -1000 else 2 * mp.exp(x * x)
    total = term = mpf(1)
    k = 1
    while abs(term) > mpf(10) ** -mp.dps:
        term *= -(2 * k - 1) / (2 * x * x)
        total += term
        k += 1
    return total / (x * mp.sqrt(mp.pi))


def erfcx_row(x):
    z = erfcx(x)
    slope = 2 * x * z - 2 / mp.sqrt(mp.pi)
    return z, [slope], [2 * z + 2 * x * slope]


def log_erfc_row(x):
    z = erfcx(x)
    hazard = 2 / (mp.sqrt(mp.pi) * z)
    return (mp.log(mp.erfc(x)) if abs(x) < 80 else mp.log(z) - x * x if x > 0 else mp.log(2)), [-hazard], [-hazard * (hazard - 2 * x)]


def log_ndtr_row(x):
    y = -x / mp.sqrt(2)
    z = erfcx(y)
    hazard = mp.sqrt(2 / mp.pi) / z
    upper = erfcx(-y) * mp.exp(-y * y) / 2
    value = mp.log(z / 2) - y * y if x < 5 else mp.log1p(-upper) if upper > mpf(10) ** -1000 else -upper
    return value, [hazard], [-hazard * (x + hazard)]


def of_lgamma(f, scales=None):
    """A row of log gamma functions at positive arguments."""
    def derivatives(*xs):
        moderate = all(mpf(10) ** -20 < abs(x) < mpf(10) ** 20 for x in xs)
        return differences(f, xs, scales and scales(*xs), 320 if moderate else mp.dps)

    return derivatives


QUARTERS = [x for k in (1, 2, 3, 4, 7, 22, 10001) for x in (k * math.pi / 2, -k * math.pi / 2)]
TRIGONOMETRIC = REALS + [y for x in QUARTERS[:8] for y in beside(x)] + QUARTERS
UNIT = where(lambda x: -1 < x < 1, REALS + beside(1.0) + beside(-1.0) + beside(0.7) + beside(-0.7)
             + [s * (1 - d) for d in (2e-16, 1e-14, 1e-10, 1e-6, 1e-3, 0.05, 0.2, 0.4) for s in (1, -1)]
             + [s * x for x in (0.05, 0.2, 0.25, 0.45, 0.6, 0.65, 0.75, 0.8, 0.85) for s in (1, -1)])
ABOVE_0 = where(lambda x: x > 0, POSITIVE + beside(1.0) + [4.2 * x for x in POSITIVE if x < 1e299])
TAILS = [s * x for s in (1, -1) for x in
         (0.2, 0.4, 0.6, 0.8, 1.2, 1.4, 1.47, 1.48, 1.7, 2.2, 3.9, 6.0, 7.3, 12.0, 18.0, 19.5, 25.0, 26.4, 354.0, 372.0, 709.0, 745.0)]
EVERYWHERE = where(lambda x: True, REALS + TAILS)
STEPS = where(lambda x: x != int(x) if abs(x) < 1e300 else False,
              [x for x in REALS + TAILS + [1234.56, -98765.4321, 2.0**31 - 0.5, -(2.0**31) - 0.5, 2.0**51 + 0.25, 1.75, -1.75]
               if abs(x) < 2.0**52] + [y for k in (1.0, -1.0, 7.0, -12.0) for y in beside(k)])
HALVES = where(lambda x: x - math.floor(x) != 0.5, STEPS + [y for k in (0.5, -0.5, 2.5) for y in beside(k)])
NOT_0 = where(lambda x: x != 0, EVERYWHERE)
SOME = [-1e300, -1e150, -3.7, -1.0, -1e-10, -1e-300, 1e-200, 1e-8, 0.4, 1.0, 2.5, 1e16, 1e155, 1e300]
POLES = [float(-k) for k in (0, 1, 2, 3, 7, 20)]
GAMMA = where(lambda x: (x > 0 and x < 1e301) or (x != math.floor(x) and x > -60),
              REALS + TAILS + [y for k in POLES for y in beside(k)] + [y for k in (1.0, 2.0, 1.4616321449683623) for y in beside(k)]
              + [-k - 0.5 for k in range(0, 12, 2)] + [-k - 0.2 for k in range(1, 12, 3)] + [-40.7, -55.5, 1e-9, 9.9, 10.1, 4.3, 6.7])
SHAPES = [3e-8, 0.013, 0.4, 1.0, 3.3, 9.7, 41.0, 2.3e8, 1e18]
FAR_SHAPES = [p for p in pairs([1e-300, 1.0, 1e300], [1e-300, 1.0, 1e300]) if p != (1.0, 1.0)]
PSI_ZEROS = [-0.5040830082644554, -1.5734984731623906, -2.610720868444145, -10.702]
LGAMMA_ZEROS = [-2.4570247382208006, -2.7476826467274127, -3.1435808883499798, -4.039361839740537]


def near_zeros(zeros):
    return [x + d for x in zeros for d in (-1e-3, -1e-7, 1e-11)]


def zeros_of_psi(n):
    """Where ψ⁽ⁿ⁾ of an even order is 0: once between two poles, near the middle."""
    psi = gamma_rows(n)
    with mp.workdps(80 + 3 * n):
        return [float(mp.findroot(lambda x: psi(x)[0], k + mpf(0.5), tol=1e-30)) for k in (-3, -11, -21)]


def polygamma(n):
    even = n if n % 2 == 0 else n + 1
    return Row(None, lambda: GAMMA + near_zeros(zeros_of_psi(even)), gamma_rows(n), digits=60 + 3 * n)


ROWS = {
    "add": Row(lambda x, y: x + y, pairs(SOME, SOME)),
    "sub": Row(lambda x, y: x - y, pairs(SOME, SOME)),
    "mul": Row(lambda x, y: x * y, pairs(SOME, SOME)),
    "div": Row(lambda x, y: x / y, pairs(SOME, SOME, [(0.0, 3.0), (0.0, -1e-5), (1e-310, 3.0), (1e-310, 1e-5)])),
    "rem": Row(None, where(lambda p: math.fmod(p[0], p[1]) != 0, pairs(
        [-1e300, -1e15, -7.3, -1e-5, 1e-300, 1e-10, 0.3, 5.3, 1e5, 1e17], [-1e10, -2.0, -0.7, 1e-12, 1e-3, 0.1, 1.5, 7.7, 1e20, 1e300],
        [(1.0, 0.1), (0.3, 0.1), (0.9, 0.3), (3.0, 2.9999999999999996), (2.9999999999999996, 3.0), (1e300, 1e-300)])),
        exact(math.fmod, lambda x, y: (1, -mp.floor(x / y) if x / y > 0 else -mp.ceil(x / y))), digits=700),
    "neg": Row(lambda x: -x, EVERYWHERE),
    "fma": Row(lambda x, y, w: x * y + w, pairs([], [], [
        (x, y, w) for x in (-3.7, 1e-160, 0.1, 1e120) for y in (-1e10, 1e-5, 0.0, 0.3, 7.0) for w in (-1e20, 0.0, 1e-170, 0.7, 1e130)]
        + [(0.1, 10.0, -1.0), (0.1, 3.0, -0.3), (1e-10, 1e-10, -1e-20), (1 / 3, 3.0, -1.0), (1.1, 1.1, -1.21), (0.7, 0.1, -0.07)])),
    "sum": Row(lambda xs: sum(xs, mpf(0)), [
        (1.0,), (0.1, 0.2, 0.3), (1e300, 1e300), (1e300, 1.0, -1e300), (1e16, 1.0, 1.0), (0.1, 0.2, -0.3), (1e-300, 2e-300, -1e-310),
        tuple(1.0 / k for k in range(1, 7)), tuple((-1.0) ** k / k for k in range(1, 7)), (1e100, 1e-100), (0.1,) * 6]
        + pairs(SOME[::2], SOME), many=True),
    "pow": Row(mp.power, where(lambda p: p[0] > 0, pairs(
        [1e-300, 3e-100, 1e-10, 0.013, 0.5, 0.97, 1 - 1e-12, 1.0, 1 + 1e-10, 1.3, 2.0, 17.3, 1e5, 2.3e100, 1e300],
        [-150.7, -3.3, -2.0, -1.0, -0.37, -1e-10, 0.0, 1e-20, 0.3, 0.5, 1.0, 1 + 1e-10, 1.7, 2.0, 3.0, 7.1, 101.3],
        [(0.5, 1 / math.log(2)), (10.0, -1 / math.log(10) + 1e-9), (2.5e-200, 0.55), (7.3e201, -0.43)]))),
    "sqrt": Row(mp.sqrt, ABOVE_0),
    "cbrt": Row(lambda x: mp.sign(x) * mp.cbrt(abs(x)), NOT_0),
    "hypot": Row(lambda xs: mp.sqrt(sum(x * x for x in xs)), pairs(SOME, SOME, [
        (1.0, 1e-5), (1e-5, 1.0), (1.0, 0.97), (1.0, 1.03), (0.0, 2.0), (-3.0, 0.0), (2.0,), (-1e-300,), (1e300,), (3.0, 4.0, 12.0), (1.0, 1e-9, 1e-9),
        (1e-200, 2e-200, 5e-200), (1e200, 2e200, 5e200), (1.0, 1e-200, 1e200), (0.3, -0.2, 0.25, 0.1), (1e-3, -7.0, 1e-3, 1e-8)]), many=True),
    "exp": Row(mp.exp, EVERYWHERE),
    "expm1": Row(mp.expm1, EVERYWHERE),
    "log": Row(mp.log, ABOVE_0),
    "log1p": Row(lambda x: mp.log(1 + x), where(lambda x: x > -1, REALS + TAILS + beside(-1.0))),
    "log2": Row(lambda x: mp.log(x) / mp.log(2), ABOVE_0),
    "log10": Row(mp.log10, ABOVE_0),
    "logSumExp": Row(log_sum_exp, pairs(
        [-750.0, -40.0, -1e-3, 0.0, 0.69, 3.0, 36.0, 700.0, 1e10], [-1e300, -38.5, -0.7, 0.0, 1e-20, 2.0, 36.5, 701.0, 1e10], [
            (0.0, -40.0), (-40.0, 0.0), (0.0,), (-3.7,), (1e300,), (1e300, -1e300), (0.3, -1.2, 4.0), (700.0, 701.0), (-800.0, -800.0), (0.0, -300.0, -300.0), (0.0, -40.0, -41.0, -700.0),
            (-0.6931471805599453, -0.6931471805599453), (-0.7, -0.69), (-1.0986122886681098,) * 3, (1.0, 2.0, 3.0, 4.0, 5.0), (1.0,) * 5, (2.0, 2.0, -1e300), (1e-300, -50.0), (-1e-17, -40.0)]), many=True),
    "sin": Row(mp.sin, TRIGONOMETRIC),
    "cos": Row(mp.cos, TRIGONOMETRIC),
    "tan": Row(mp.tan, TRIGONOMETRIC),
    "asin": Row(mp.asin, UNIT),
    "acos": Row(mp.acos, UNIT),
    "atan": Row(mp.atan, EVERYWHERE),
    "atan2": Row(mp.atan2, where(lambda p: p[0] != 0 or p[1] > 0, pairs(SOME, SOME, [
        (0.0, 2.0), (1.0, 0.0), (-1.0, 0.0), (1.0, 1.0000001), (3.0, -3.0), (1e-300, -1.0), (-1e-300, -1.0), (-0.3, 0.31), (1e-5, 1e5)]))),
    "sinh": Row(mp.sinh, EVERYWHERE),
    "cosh": Row(mp.cosh, EVERYWHERE),
    "tanh": Row(mp.tanh, EVERYWHERE),
    "asinh": Row(mp.asinh, EVERYWHERE),
    "acosh": Row(lambda x: mp.log(x + mp.sqrt((x - 1) * (x + 1))), where(lambda x: x > 1, POSITIVE + TAILS + beside(1.0) + beside(2.0) + [1 + a * 10.0**-k for k in range(1, 15) for a in (1, 3)])),
    "atanh": Row(lambda x: (mp.log1p(x) - mp.log1p(-x)) / 2, UNIT),
    "sigmoid": Row(lambda x: 1 / (1 + mp.exp(-x)), EVERYWHERE),
    "softplus": Row(lambda x: mp.log1p(mp.exp(x)), EVERYWHERE),
    "relu": Row(None, NOT_0, exact(lambda x: max(0.0, x), lambda x: (1 if x > 0 else 0,))),
    "abs": Row(None, NOT_0, exact(abs, lambda x: (1 if x > 0 else -1,))),
    "max": Row(None, where(lambda p: p[0] != p[1], pairs(SOME, SOME)), exact(max, lambda x, y: (1, 0) if x > y else (0, 1))),
    "min": Row(None, where(lambda p: p[0] != p[1], pairs(SOME, SOME)), exact(min, lambda x, y: (1, 0) if x < y else (0, 1))),
    "sign": Row(None, NOT_0, exact(lambda x: math.copysign(1.0, x))),
    "floor": Row(None, STEPS, exact(math.floor)),
    "ceil": Row(None, STEPS, exact(math.ceil)),
    "trunc": Row(None, STEPS, exact(math.trunc)),
    "round": Row(None, HALVES, exact(round_half_up)),
    "fround": Row(None, where(lambda x: x == 0 or 1e-37 < abs(x) < 1e38, EVERYWHERE), exact(float32, (1,))),
    "clz32": Row(None, STEPS, exact(lambda x: 32 - (to_int32(x) % 2**32).bit_length())),
    "imul": Row(None, pairs([-3.7e9, -70000.5, -17.2, -0.4, 1e-9, 0.5, 2.6, 70000.3, 5.1e10, 1e15 + 0.5], [-2.2e9, -65536.1, -5.5, -1.5, 1e-300, 0.3, 3.4, 46341.1, 65536.7, 4.3e9]),
                exact(lambda x, y: to_int32(float(to_int32(x) * to_int32(y) % 2**32)), (0, 0))),
    "erf": Row(mp.erf, EVERYWHERE),
    "erfc": Row(lambda x: mp.erfc(x) if abs(x) < 1e4 else mp.mpf(1 - mp.sign(x)), EVERYWHERE),
    "erfcx": Row(None, EVERYWHERE, erfcx_row),
    "logErfc": Row(None, EVERYWHERE, log_erfc_row),
    "logNdtr": Row(None, EVERYWHERE, log_ndtr_row),
    "log1pmx": Row(lambda x: mp.log(1 + x) - x, where(lambda x: x > -1, REALS + TAILS + beside(-1.0))),
    "lgammaDifference": Row(None, pairs(SHAPES, SHAPES, FAR_SHAPES + [(1.0, 0.4616321449), (0.3, 1.1616321), (1.2, 0.5), (1.2, 0.546044192946), (1.05, 0.883013842459)] + [(x, -s * x) for x in SHAPES for s in (1e-12, 0.3, 0.7)]), of_lgamma(lambda x, d: mp.loggamma(x + d) - mp.loggamma(x), lambda x, d: [min(x, x + d), x + d]), digits=1600),
    "logBeta": Row(None, pairs(SHAPES, SHAPES, FAR_SHAPES + [(8.0, 8.1), (7.9, 1e4), (1.0, 1 + 1e-9), (2.0, 0.6180339888)]), of_lgamma(lambda a, b: mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)), digits=1600),
    "lgamma": Row(None, GAMMA + near_zeros(LGAMMA_ZEROS) + near_zeros(PSI_ZEROS), gamma_rows(-1), digits=80),
    "digamma": Row(None, lambda: GAMMA + near_zeros(PSI_ZEROS) + near_zeros(zeros_of_psi(2)), gamma_rows(0), digits=80),
    "polygamma1": polygamma(1),
    "polygamma2": polygamma(2),
    "polygamma3": polygamma(3),
    "polygamma10": polygamma(10),
    "polygamma60": polygamma(60),
}


def entry(row, point):
    value, first, second = row.at(point)
    arguments = [int(x) if x == int(x) and abs(x) < 1e15 else x for x in point]
    return [arguments, value[0], first, second]


def main(names):
    known = {}
    if os.path.exists(FILE):
        with open(FILE) as file:
            known = json.load(file)
    unknown = [name for name in names if name not in ROWS]
    if unknown:
        sys.exit(f"{', '.join(unknown)}: not in the ROWS of scripts/references.py")
    for name in names or ROWS:
        row = ROWS[name]
        known[name] = [entry(row, point) for point in row.points()]
        print(name, len(known[name]), flush=True)
        write(known)


def write(known):
    rows = []
    for name in ROWS:
        if name in known:
            lines = [json.dumps(e, separators=(",", ":")) for e in known[name]]
            rows.append(f'"{name}":[\n' + ",\n".join(lines) + "\n]")
    with open(FILE, "w") as file:
        file.write("{\n" + ",\n".join(rows) + "\n}\n")


main(sys.argv[1:])
