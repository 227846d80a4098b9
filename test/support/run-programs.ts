/**
 * Random functions of what runs are made of: rules, checkpoints, loops and derivatives inside each other, each of which
 * may use what is around it, and errors that are thrown through a derivative and caught.
 */
import fc from 'fast-check';
import {
  add,
  checkpoint,
  cos,
  customGradient,
  customTangent,
  derivative,
  grad,
  hvp,
  jvp,
  linearize,
  loop,
  mul,
  scan,
  sin,
  stopGradient,
  sub,
  taylor,
  vjp,
  type Real,
} from 'delta-tape';

/** A real, by those that it may use. */
type Expression = (scope: readonly Real[]) => Real;
type Draw = (max: number) => number;

const byPullback = customGradient((x: Real, y: Real) => ({
  value: sin(mul(x, y)),
  pullback: (c: Real) => {
    const slope = mul(c, cos(mul(x, y)));
    return [mul(slope, y), mul(slope, x)];
  },
}));
const byPushforward = customTangent((x: Real, y: Real) => ({
  value: mul(sin(x), y),
  pushforward: ([dx, dy]: readonly Real[]) => add(mul(mul(cos(x), y), dx), mul(sin(x), dy)),
}));

class Thrown extends Error {}
const thrown = (): never => {
  throw new Thrown();
};

/** Each starts something that does not end. */
const interrupted: readonly ((f: (x: Real) => Real, x: Real) => unknown)[] = [
  (f, x) => grad((y: Real) => (f(y), thrown()))(x),
  (f, x) => hvp((y: Real) => (f(y), thrown()))(x, 1),
  (f, x) => loop(3, (y: Real, k) => (k > 1 ? thrown() : f(y)), x),
  (f, x) => {
    const rule = customGradient((y: Real) => ({ value: mul(y, 2), pullback: thrown }));
    return vjp((y: Real) => (f(y), rule(y)))(stopGradient(x)).pullback(1);
  },
];

function quietly(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
  }
}

class Programs {
  private left = 14;
  constructor(private readonly draw: Draw) {}

  expression(depth: number): Expression {
    if (this.left-- <= 0 || depth <= 0) {
      const at = this.draw(7);
      return (scope) => scope[at % scope.length];
    }
    const kind = this.draw(16);
    const [a, b] = [this.expression(depth - 1), this.expression(depth - 1)];
    switch (kind) {
      case 0:
        return (s) => add(a(s), b(s));
      case 1:
        return (s) => mul(a(s), b(s));
      case 2:
        return (s) => sub(sin(a(s)), mul(0.5, b(s)));
      case 3:
        return (s) => byPullback(a(s), b(s));
      case 4:
        return (s) => byPushforward(a(s), b(s));
    }
    const body = this.expression(depth - 1);
    const inside = (s: readonly Real[]) => (x: Real) => body([...s, x]);
    return this.around(kind, a, b, inside);
  }

  /** A call of a function of its own. */
  private around(
    kind: number,
    a: Expression,
    b: Expression,
    inside: (scope: readonly Real[]) => (x: Real) => Real,
  ): Expression {
    switch (kind) {
      case 5:
        return (s) => checkpoint(inside(s))(a(s));
      case 6: {
        const [steps, memory] = [this.draw(4), [1, 2000, 1e6][this.draw(2)]];
        return (s) =>
          loop(steps, (x: Real) => sin(add(mul(0.7, x), inside(s)(x))), a(s), { memory });
      }
      case 7:
        return (s) => {
          const step = (x: Real, k: number): readonly [Real, Real] => {
            const next = sin(add(x, mul(k, inside(s)(x))));
            return [next, mul(next, x)];
          };
          const { state, outputs } = scan([0.3, 0.6, 0.9], step, a(s));
          return add(state, mul(outputs[1], outputs[2]));
        };
      case 8:
        return (s) => grad(inside(s))(a(s));
      case 9:
        return (s) => jvp(inside(s))([a(s)], [b(s)]).tangent;
      case 10:
        return (s) => hvp(inside(s))(a(s), b(s));
      case 11:
        return (s) => {
          const { value, pullback } = vjp((x: Real) => [inside(s)(x), sin(x)])(a(s));
          return add(value[0], pullback([b(s), 0.5]));
        };
      case 12:
        return (s) => {
          const { pushforward } = linearize(inside(s))(a(s));
          return add(pushforward(b(s)), pushforward(1));
        };
      case 13:
        return (s) => taylor(inside(s), 1)(a(s))[1];
      case 14:
        return (s) => derivative((x: Real) => mul(x, inside(s)(x)))(a(s));
      default: {
        const way = interrupted[this.draw(interrupted.length - 1)];
        return (s) => {
          quietly(() => way(inside(s), a(s)));
          return b(s);
        };
      }
    }
  }
}

/** Functions of two reals. */
export const runPrograms = fc.gen().map((g) => {
  const made = new Programs((max) => g(fc.nat, { max })).expression(4);
  return ([x, y]: readonly Real[]): Real => made([x, y, 0.4]);
});
