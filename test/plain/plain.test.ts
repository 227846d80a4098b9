/* eslint-disable @typescript-eslint/unbound-method -- methods are given to plain by themselves */
/** Functions translated at run time: what they capture, what they keep, what is refused. */
import { runInNewContext } from 'node:vm';
import { grad } from 'delta-tape';
import { plain } from 'delta-tape/plain';

/** A function as a script has it: from its text, in the sloppy mode. */
const script = (text: string): ((...args: number[]) => number) =>
  runInNewContext(`(${text})`) as (...args: number[]) => number;

describe('A plain function', () => {
  test('has a gradient, and is what it was on numbers.', () => {
    const f = plain((x: number, y: number) => x * x * y - y / x);
    expect(f(3, 2)).toBe(3 * 3 * 2 - 2 / 3);
    expect(grad(f)(3, 2)).toBeCloseTo(2 * 3 * 2 + 2 / 9, 14);
  });

  test('may be any kind of function.', () => {
    const named = plain(function cube(x: number): number {
      return x * x * x;
    });
    const key = 'computed';
    const methods = {
      square(x: number) {
        return x * x;
      },
      [key](x: number) {
        return x * x;
      },
      async later(x: number) {
        return (await Promise.resolve(x)) * x;
      },
      *each(x: number) {
        yield x * x;
      },
    };
    expect(grad(named)(2)).toBe(12);
    expect(grad(plain(methods.square))(2)).toBe(4);
    expect(grad(plain(methods.computed))(2)).toBe(4);
    expect([...plain(methods.each)(3)]).toEqual([9]);
    expect(grad((x: number) => plain(methods.each)(x).next().value as number)(3)).toBe(6);
    return expect(plain(methods.later)(3)).resolves.toBe(9);
  });

  test('keeps name, length, prototype and properties.', () => {
    function Counter(this: { n: number }, n: number, _m: number) {
      this.n = n * n;
    }
    Counter.unit = 'm';
    const made = plain(Counter);
    expect([made.name, made.length, made.unit]).toEqual(['Counter', 2, 'm']);
    expect(Reflect.construct(made, [3])).toBeInstanceOf(Counter);
    expect(plain((x: number) => x * x).name).toBe('');
    const method = {
      'not a name'(x: number) {
        return x * x;
      },
    }['not a name'];
    expect(plain(method).name).toBe('not a name');
  });

  test('keeps `this` and `arguments` where they are its own.', () => {
    const spring = {
      k: 3,
      energy: plain(function (this: { k: number }, x: number) {
        const half = () => 0.5 * this.k;
        return half() * x * x;
      }),
    };
    expect(spring.energy(2)).toBe(6);
    expect(grad((x: number) => spring.energy(x))(2)).toBe(6);
    const last = plain(function (..._: number[]): number {
      // eslint-disable-next-line prefer-rest-params
      return arguments[arguments.length - 1] * 2;
    });
    expect(last(1, 2, 3)).toBe(6);
  });

  test('knows itself by its own name, and by the name that scope has for it.', () => {
    const fact = plain(function fact(n: number, x: number): number {
      return n === 0 ? 1 : x * fact(n - 1, x);
    });
    expect(grad(fact, { wrt: 1 })(3, 2)).toBe(12);
    const power = (n: number, x: number): number => (n === 0 ? 1 : x * power(n - 1, x));
    expect(grad(plain(power, { scope: { power } }), { wrt: 1 })(3, 2)).toBe(12);
  });

  test('is returned as it is, if it is translated already.', () => {
    const shown = script('function f(x) { if ($mode.on) return f$dual(x); return x * x; }');
    expect(plain(shown)).toBe(shown);
    const square = plain((x: number) => x * x);
    expect(plain(square)).toBe(square);
    const curried = plain((x: number) => (y: number) => x * y);
    expect(plain(curried)).toBe(curried);
    expect(plain(curried(2))(3)).toBe(6);
  });

  test('is as strict or sloppy as it was.', () => {
    expect(plain(script('function f(x) { x = 2 * x; return arguments[0]; }'))(3)).toBe(6);
    const strict = plain(function (this: unknown) {
      return this;
    });
    expect(strict()).toBeUndefined();
  });

  test('fails at the line of its own text.', () => {
    const steep = (x: number): number => {
      const y = x * x;
      if (y > 1) {
        throw new Error('here');
      }
      return y;
    };
    let stack: string | undefined;
    try {
      plain(steep)(3);
    } catch (error) {
      ({ stack } = error as Error);
    }
    expect(stack).toMatch(/plain\/steep\.js:4:\d+/);
  });
});

describe('What a function captures', () => {
  const rate = 3;
  const twice = (x: number) => x + x;

  test('is given by an object.', () => {
    const f = plain((x: number) => rate * x * x, { scope: { rate } });
    expect([f(2), grad(f)(2)]).toEqual([12, 12]);
  });

  test('is given by a function that evaluates names.', () => {
    const f = plain((x: number) => rate * twice(x) * Math.abs(-1), {
      scope: (name) => eval(name) as unknown,
    });
    expect(f(2)).toBe(12);
  });

  test('may be translated functions.', () => {
    const square = plain((x: number) => x * x);
    const f = plain((x: number) => square(x) * x, { scope: { square } });
    expect(grad(f)(2)).toBe(12);
  });

  test('may have the name of a global.', () => {
    const Math = { abs: (x: number) => 10 * x };
    const f = (x: number) => Math.abs(x) * x;
    expect(plain(f, { scope: { Math } })(2)).toBe(40);
    expect(plain(f, { scope: (name) => eval(name) as unknown })(2)).toBe(40);
  });

  test('needs no mention if every program has it.', () => {
    const f = plain((x: number) => (x === undefined ? NaN : Math.max(x, -Infinity) * Number('2')));
    expect(f(2)).toBe(4);
  });

  test('may be undefined, and may be named like what plain uses itself.', () => {
    const captured = 2;
    const translated = undefined;
    const $mul = 5;
    const f = plain((x: number) => (translated === undefined ? captured * x * $mul : 0), {
      scope: { captured, translated, $mul },
    });
    expect(f(3)).toBe(30);
  });

  test('is named, all of it, if it is missing.', () => {
    const twiceRated = (x: number) => twice(x) * rate;
    expect(() => plain(twiceRated)).toThrow(
      'twiceRated uses variables from outside of it that plain cannot see: twice, rate. ' +
        'Give plain the option { scope: { twice, rate } }',
    );
    expect(() => plain(twiceRated, { scope: { twice } })).toThrow('a variable from outside');
    expect(() => plain(twiceRated, { scope: { twice } })).toThrow('cannot see: rate.');
  });

  test('is missing if evaluating its name fails, and if only objects in general have it.', () => {
    const elsewhere = (name: string) => (0, eval)(name) as unknown;
    expect(() => plain((x: number) => rate * x, { scope: elsewhere })).toThrow('rate');
    const f = script('function f(x) { return x * toString; }');
    expect(() => plain(f, { scope: {} })).toThrow('toString');
  });

  test('is missing if it is only an accident that there is such a global.', () => {
    expect(() => plain(script('(x) => x * performance.now()'))).toThrow('performance');
    expect(() => plain(script('(x) => typeof process === "undefined" ? x : -x'))).toThrow(
      'process',
    );
  });

  test('is not assigned to.', () => {
    for (const text of [
      '(x) => { count = x; return x * x; }',
      '(x) => { count += 1; return x; }',
      '(x) => { count++; return x; }',
      '(x) => { [count] = [x]; return x; }',
      '(x) => { for (count of [x]); return x; }',
    ]) {
      expect(() => plain(script(text), { scope: { count: 0 } })).toThrow('assigns to count');
    }
    expect(plain(script('(x) => { let count = 0; count += x; return count * 1; }'))(2)).toBe(2);
  });

  test('fails as it fails.', () => {
    const scope = () => {
      throw new TypeError('no');
    };
    expect(() => plain((x: number) => rate * x, { scope })).toThrow(new TypeError('no'));
  });
});

describe('Refused with what to do are', () => {
  test('arrows that use `this`, `arguments` or `super` of their place.', () => {
    expect(() => plain(script('(x) => x * this.k'))).toThrow('uses this of the place');
    expect(() => plain(script('(x) => x * arguments[0]'))).toThrow('arguments');
    class Series extends Array<number> {
      override at(k: number) {
        return super.at(k);
      }
    }
    expect(() => plain(new Series().at)).toThrow('super');
  });

  test('functions with private names.', () => {
    class Private {
      #k = 2;
      f(x: number) {
        return this.#k * x;
      }
    }
    expect(() => plain(new Private().f)).toThrow(
      /the text of f .*: Private name #k is not defined \(2:20\)\./,
    );
  });

  test('eval, which sees everything.', () => {
    expect(() => plain(script(`(x) => x * eval('y')`))).toThrow('eval');
  });

  test('functions without a text: native and bound ones.', () => {
    expect(() => plain(Math.sin)).toThrow('sin has no text');
    const f = (x: number) => x * x;
    expect(() => plain(f.bind(null))).toThrow('made by bind');
  });

  test('classes.', () => {
    class Point {
      constructor(readonly x: number) {}
    }
    expect(() => plain(Point as never)).toThrow('Point is a class');
    expect(() => plain(script('class { constructor() {} }'))).toThrow('the function is a class');
  });

  test('what is no function, and what is no scope.', () => {
    expect(() => plain(3 as never)).toThrow('plain takes a function, but it was given 3');
    expect(() => plain((x: number) => x, { scope: 3 as never })).toThrow('option scope');
    expect(() => plain((x: number) => x, { scope: null as never })).toThrow('option scope');
  });

  test('all of them where making functions from text is forbidden.', () => {
    const eval_ = globalThis.eval;
    try {
      globalThis.eval = () => {
        throw new EvalError('Code generation from strings disallowed for this context');
      };
      expect(() => plain((x: number) => x * x)).toThrow('content security policy');
    } finally {
      globalThis.eval = eval_;
    }
  });
});
