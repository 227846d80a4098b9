/** A callee is found before its arguments are computed, which may change it. */
import fc from 'fast-check';
import { bothTiers } from '../../support/both-tiers.js';
import { calleePrograms } from '../../support/callee-programs.js';
import { sampled, testInTurn } from '../../support/sample.js';
import '../../support/seed.js';

const point = [0.7, -1.3, 2.1];
const g = `const g = (y) => y * 100;`;

test.each([
  ['a member', 'const o = { at: (y) => y * 2 }; return o.at(((o.at = g), x[0]));'],
  [
    'a member by a closure',
    'const o = { at: (y) => y * 2 }; const c = () => ((o.at = g), x[0]); return o.at(c());',
  ],
  [
    'a member by a getter',
    'const o = { at: (y) => y * 2, get y() { o.at = g; return x[0]; } }; return o.at(o.y);',
  ],
  [
    'a member that stands in a spread',
    'const o = { at: (y) => y * 2 }; return o.at(...[((o.at = g), x[0])]);',
  ],
  [
    'a member of what may be missing',
    'const o = { i: { at: (y) => y * 2 } }; return o?.i.at(((o.i.at = g), x[0]));',
  ],
  ['a method of a list', 'const o = [x[0], 2]; return o.at(((o.at = g), 0));'],
  ['a method of a dual', 'let o = x[0]; return Number(o.valueOf(((o = 5), 0)));'],
  [
    'what is no object, before arguments change something',
    'let s = x[0]; const none = x[7] as any; try { none.at((s = 9)); } catch { return s * s; } return 0;',
  ],
  [
    'what is no function, after arguments have changed something',
    'let s = x[0]; const o = { at: 5 as any }; try { o.at((s = x[1])); } catch { return s * s; } return 0;',
  ],
])('%s', (_, body) => {
  bothTiers(`exports.f = f; ${g} function f(x: number[]): number { ${body} }`, point);
});

testInTurn(2, 3)('Random calls whose arguments change what is called.', () => {
  fc.assert(
    fc.property(calleePrograms, (text) => {
      bothTiers(text, point);
    }),
    { numRuns: sampled(120) },
  );
});
