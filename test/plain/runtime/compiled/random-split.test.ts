/** Random programs of several modules with classes: compiled code answers as a run does, whatever runs in the place of what was read. */
import fc from 'fast-check';
import { modules, type F } from '../../../support/linked-modules.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { splitPrograms } from '../../../support/split-programs.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

/** A module that replaces members, translated like all else. */
const others = `
export const at = function (this: { x: number }, x: number) { return this.x * x * 7; };
export const plus = function (this: object) { return this; };
export const of = (x: number) => ({ x, y: 2 * x, size: x * x, at: () => x, plus() { return this; } });
export const rate = 9;`;

type Class = Record<string, unknown> & { prototype: Record<string, unknown> };

testInTurn(1, 3)(
  'Programs over modules with classes are answered as by a run, also where other modules run than were read.',
  () => {
    let [asRead, compiled] = [0, 0];
    const runs = sampled(80);
    fc.assert(
      fc.property(splitPrograms, ({ texts, running, replaced, p }) => {
        const get = modules({ ...running, others }, {}, texts);
        const f = get('f').f as F;
        const compare = (): boolean => {
          const args = [[...p]];
          const found = answer(f, args, 0);
          if (found === null) return false;
          const complaint = withoutCompiled(() => difference(found, f, args, 0, 1e-9));
          if (complaint !== null)
            throw new Error([complaint, ...Object.values(running)].join('\n'));
          return true;
        };
        const isAnswered = compare();
        if (running === texts) {
          asRead++;
          if (isAnswered) compiled++;
        }
        if (replaced === null) return;
        const base = get('base');
        const Base = (base.Base ?? base.default) as Class;
        const other = get('others')[replaced];
        if (replaced === 'at' || replaced === 'plus') Base.prototype[replaced] = other;
        else Base[replaced] = other;
        compare();
      }),
      { numRuns: runs },
    );
    expect(compiled).toBeGreaterThan(0.4 * asRead);
  },
);
