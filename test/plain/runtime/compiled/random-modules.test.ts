/**
 * Random programs in two modules: functions of another module that write into arrays, are given one twice, and give one
 * back or a new one. Compiled code answers as a run does, or not at all.
 */
import fc from 'fast-check';
import { arrayPrograms } from '../../../support/array-programs.js';
import { modules, type F } from '../../../support/linked-modules.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

const functions = ['helper', 'again', 'given'];
const given = fc
  .record({
    stored: fc.constantFrom(
      '',
      'const had = w[1]; v[1] = a * had + 1; w[0] += w[1] * had;',
      'const had = v[2] * w[2]; w[2] = had + a; v[0] += v[2] * had;',
      'const had = w[1]; v[0] = 3 * w[0] + a; w[1] = had * w[0] - v[1];',
    ),
    gives: fc.constantFrom('w', 'v', 'w.slice()', 'w.subarray(0, 3)', 'a > 0 ? w : v.slice()'),
  })
  .map(
    ({ stored, gives }) =>
      `function given(a: number, w: Float64Array, v: Float64Array): Float64Array { ${stored} return ${gives}; }`,
  );
const used = fc
  .record({
    args: fc.constantFrom(
      'u0, u1',
      'u1, u0',
      'u0, u0',
      'u1.subarray(0, 3), u1',
      'u0.slice(), xs.slice()',
    ),
    stored: fc.constantFrom('u0', 'u1', 'back', 'last'),
    again: fc.constantFrom('back, u1', 'u0, back', 'back, back.slice()'),
  })
  .map(
    ({ args, stored, again }) => `
const back = given(x, ${args});
let last = given(y, ${again});
const had = u0[1] + 2 * u1[1] + 3 * back[1] + last[0];
${stored}[1] = x * had;
${stored}[0] += last[1];
total = had * (u0[1] + 3 * u1[1] + 5 * back[1]) + back[0] * last[1] + last[0] * u0[0];`,
  );

/** A program of one module as two, and whether its arrays are given back. */
const programs = fc
  .record({ program: arrayPrograms, given, used, isUsed: fc.boolean() })
  .map((one) => {
    const { text, args } = one.program;
    const first = text.indexOf('function helper');
    const second = text.indexOf('export function f');
    const own = `${text.slice(first, second)}\n${one.given}`
      .replace(/Float64Array \| any/g, 'Float64Array')
      .replace(/^function/gm, 'export function');
    const whole = one.isUsed
      ? text
          .slice(second)
          .replace(
            /\nreturn x \+ (.*);\n\}$/,
            `\nlet total = x;\n${one.used}\nreturn x + total + $1;\n}`,
          )
      : text.slice(second);
    return {
      texts: {
        f: `import { ${functions.join(', ')} } from './g';\n${text.slice(0, first)}\n${whole}`,
        g: own,
      },
      args,
    };
  });

testInTurn(0, 3)('Programs of two modules are answered as by a run.', () => {
  let count = 0;
  const runs = sampled(60);
  fc.assert(
    fc.property(programs, ({ texts, args: [x, y, xs, ys] }) => {
      const own = modules(texts)('f').f as F;
      const args = [x, y, Float64Array.from(xs), Float64Array.from(ys), 3];
      for (const wrt of [[0, 1, 2, 3], 2]) {
        const found = answer(own, args, wrt);
        if (found === null || !found.cotangents.every((slope) => Math.abs(slope) < 1e6)) continue;
        count++;
        const complaint = withoutCompiled(() => difference(found, own, args, wrt, 1e-9));
        if (complaint !== null) throw new Error(`${complaint}\n${texts.f}\n${texts.g}`);
      }
    }),
    { numRuns: runs },
  );
  expect(count).toBeGreaterThan(runs / 3);
});
