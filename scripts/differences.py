"""First and second derivatives by differences at many digits, with steps relative to the arguments."""

from mpmath import mp, mpf


def differences(f, xs, scales=None, digits=700):
    """
    [value, first, second] of f at mpf arguments; second ones in the order xx, xy, …, yy, …. A function must be smooth within
    the scale of each argument, by default its size. The step is that times 10^(-0.3 digits).
    """
    with mp.workdps(digits):
        step = mpf(10) ** -int(0.3 * digits)
        hs = [step * (abs(s) or 1) for s in (scales or xs)]
        places = range(len(xs))

        def moved(*steps):
            return f(*[x + sum(s * hs[k] for k, s in steps if k == j) for j, x in enumerate(xs)])

        value = f(*xs)
        sides = [(moved((k, 1)), moved((k, -1))) for k in places]
        first = [(above - below) / (2 * h) for (above, below), h in zip(sides, hs)]
        second = []
        for j in places:
            for k in range(j, len(xs)):
                if j == k:
                    second.append((sides[j][0] - 2 * value + sides[j][1]) / hs[j] ** 2)
                else:
                    both = moved((j, 1), (k, 1)) + moved((j, -1), (k, -1))
                    cross = moved((j, 1), (k, -1)) + moved((j, -1), (k, 1))
                    second.append((both - cross) / (4 * hs[j] * hs[k]))
        return [value, first, second]
