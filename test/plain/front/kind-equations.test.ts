/** Equations between kinds, found by what they ask for. */
import { Equations, Unknown } from '../../../src/plain/front/kind-equations.js';
import { any, joinAll, list, none, number, real } from '../../../src/plain/front/kinds.js';
import { range } from '../../support/range.js';

describe('Equations between kinds', () => {
  test('have the least solution, also where they go round in circles.', () => {
    const equations = new Equations();
    const x: Unknown = new Unknown(() => equations.soFar(y));
    const y: Unknown = new Unknown(() => joinAll([equations.soFar(x), equations.soFar(z)]));
    const z = new Unknown(() => real);
    const alone: Unknown = new Unknown(() => equations.soFar(alone));
    equations.solve([x, y, z, alone]);
    expect([x, y, z, alone].map(({ kind }) => kind)).toEqual([real, real, real, none]);
  });

  test('are found at once where they are parts of others, and anew when those have grown.', () => {
    const equations = new Equations();
    let times = 0;
    const part = new Unknown(() => {
      times++;
      return list(equations.soFar(last));
    });
    const whole = new Unknown(() => equations.of(part));
    const last = new Unknown(() => number);
    equations.solve([whole, last]);
    expect(whole.kind).toBe(list(number));
    expect(times).toBe(2);
    expect(equations.of(new Unknown(() => equations.of(part)))).toBe(list(number));
    expect(times).toBe(2);
  });

  test('that ask for much wait for the others.', () => {
    const equations = new Equations();
    let times = 0;
    const chain: Unknown[] = range(100).map(
      (k) => new Unknown(() => (k === 99 ? real : equations.soFar(chain[k + 1]))),
    );
    const all = new Unknown(() => {
      times++;
      return joinAll(chain.map((unknown) => equations.soFar(unknown)));
    });
    equations.solve([...chain, all]);
    expect(all.kind).toBe(real);
    expect(times).toBeLessThan(4);
  });
});

test('Lists within each other are told apart so far, and no further.', () => {
  const deep = (n: number) => range(n).reduce((inner) => list(inner), real);
  expect(deep(3)).not.toBe(deep(4));
  let kind = none;
  for (let k = 0; k < 100; k++) kind = joinAll([kind, list(kind)]);
  expect(joinAll([kind, list(kind)])).toBe(kind);
  expect(list(any)).toBe(list(any));
});
