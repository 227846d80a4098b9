/** Reals in private fields cannot be seen: the error says so, and what to write. */
import { checkGradient, grad, hessian, jvp, mul, valueAndGrad, vjp, type Real } from 'delta-tape';
import { expectError } from '../support/untyped.js';

class Spring {
  #k: Real;
  constructor(k: Real) {
    this.#k = k;
  }
  energy(x: Real): Real {
    return mul(this.#k, mul(x, x));
  }
}
class Stiff extends Spring {
  readonly names = ['a'];
}
/** It has a real to be seen, and a private one. */
class Mixed {
  readonly weight: Real = 3;
  #scale = 2;
  scaled(): Real {
    return mul(this.weight, this.#scale);
  }
  plain(): Real {
    return mul(this.weight, this.weight);
  }
}
class Colour {
  readonly name = '#fff';
}

const energy = (spring: Spring): Real => spring.energy(3);
const operators: Readonly<Record<string, (x: Spring) => unknown>> = {
  grad: (x) => grad(energy)(x),
  valueAndGrad: (x) => valueAndGrad(energy)(x),
  vjp: (x) => vjp(energy)(x),
  jvp: (x) => jvp(energy)([x], [new Spring(1)]),
  hessian: (x) => hessian(energy)(x),
  checkGradient: (x) => checkGradient(energy)(x),
};

describe('An object with all its reals in private fields', () => {
  test.each(Object.keys(operators))('is refused by %s, which says what to write.', (name) => {
    const text = /private fields \(#x\) cannot be read.*f\(new Spring\(x\)\).*private x/;
    expectError(() => operators[name](new Spring(2)), text);
    expectError(() => operators[name](new Stiff(2)), text);
  });

  test('is differentiated as the error says, and may be held constant.', () => {
    expect(grad((k: Real) => energy(new Spring(k)))(2)).toBe(9);
    expect(
      jvp((s: Spring, x: Real) => s.energy(x))([new Spring(2), 3], [undefined, 1]).tangent,
    ).toBe(12);
    expect(grad((s: Spring, x: Real) => s.energy(x), { wrt: 1 })(new Spring(2), 3)).toBe(12);
  });
});

describe('An object with some reals in private fields', () => {
  test('is refused where a method asks for them.', () => {
    const text = /private field is missing: .*Copies have no private fields.*new Mixed\(x\)/;
    expectError(() => grad((m: Mixed) => m.scaled())(new Mixed()), text);
    expectError(() => jvp((m: Mixed) => m.scaled())([new Mixed()], [new Mixed()]), text);
  });

  test('has derivatives where none does.', () => {
    expect(grad((m: Mixed) => m.plain())(new Mixed()).weight).toBe(6);
  });
});

test('Nothing is said of private fields where there are none.', () => {
  expectError(
    () => grad((_: Colour) => 1)(new Colour()),
    /Colour, which holds no real\. Choose another/,
  );
  expectError(() => grad((_: Date) => 1)(new Date()), /holds no real.*another by the option wrt/);
  expect(() =>
    grad((_: Real) => {
      throw new TypeError('own');
    })(1),
  ).toThrow(/^own$/);
});
