/**
 * The cost of a first gradient is linear: twice the function is no more than twice the work, in each stage from lowering
 * to the text of the code.
 */
import { join } from 'node:path';
import type { Func } from '../../../src/plain/ir/ir.js';
import { CountedModules } from './counted.js';
import { derived } from './programs/derived.js';

const SIZE = 32;
/**
 * The factor by which twice the function may take more; 4 is quadratic. Least amounts of work hide what
 * grows.
 */
const MOST = 2.25;
const LEAST = 400;

const root = join(__dirname, '../../..');
const counted = new CountedModules((path) =>
  /src\/plain\/(front|lower|ir|analyse|improve|differentiate|emit)|support\/numeric|counted-examples/.test(
    path.replaceAll('\\', '/'),
  ),
);
const load = <T>(path: string): T => counted.load(join(root, path)) as T;

const { funcOf } = load<typeof import('../../support/numeric.js')>('test/support/numeric.ts');
const { adjoint } = load<typeof import('../../../src/plain/differentiate/adjoint/adjoint.js')>(
  'src/plain/differentiate/adjoint/adjoint.ts',
);
const { onCopies } = load<typeof import('../../../src/plain/differentiate/prepare/on-copies.js')>(
  'src/plain/differentiate/prepare/on-copies.ts',
);
const { passes } = load<typeof import('../../../src/plain/improve/improved.js')>(
  'src/plain/improve/improved.ts',
);
const { paired } = load<typeof import('../../../src/plain/improve/paired.js')>(
  'src/plain/improve/paired.ts',
);
const { emit } = load<typeof import('../../../src/plain/emit/javascript.js')>(
  'src/plain/emit/javascript.ts',
);
const { partialsOfRows } = load<
  typeof import('../../../src/plain/runtime/compiled/answers/partials-of-rows.js')
>('src/plain/runtime/compiled/answers/partials-of-rows.ts');

/** The work of each stage until the gradient of a program with respect to its first parameter is code. */
function stagesOf(text: string): ReadonlyMap<string, number> {
  const stages = new Map<string, number>();
  const stage = (name: string, work: () => Func): Func => {
    let made: Func | undefined;
    stages.set(
      name,
      counted.of(() => (made = work())),
    );
    return made!;
  };
  const improved = (when: string, f: Func): Func =>
    Object.entries(passes).reduce(
      (before, [name, pass]) => stage(`${name} ${when}`, () => pass(before)),
      f,
    );
  const f = improved(
    'before',
    stage('lower', () => funcOf(text)),
  );
  const gradient = stage('adjoint', () => {
    const own = onCopies(f, [f.region.params[0]]);
    if (own.tag === 'refused') throw new Error(own.why);
    const options = { partials: partialsOfRows, asksForZeros: false };
    const made = adjoint(own.func, [own.func.region.params[0]], options);
    if (made.tag === 'refused') throw new Error(made.why);
    return made.func;
  });
  const last = improved('after', gradient);
  stage('paired', () => paired(last));
  stages.set(
    'emit',
    counted.of(() => emit(last)),
  );
  return stages;
}

/** The stages in which twice the program takes more than twice. */
function superlinear(make: (n: number) => string): string[] {
  const [once, twice] = [stagesOf(make(SIZE)), stagesOf(make(2 * SIZE))];
  return [...twice]
    .filter(([name, work]) => work > LEAST && work > MOST * once.get(name)!)
    .map(([name, work]) => `${name}: ${(work / once.get(name)!).toFixed(2)}`);
}

describe('Twice the function is no more than twice the work until its gradient is code:', () => {
  test.each(Object.entries(derived))('%s.', (_, make) => {
    expect(superlinear(make)).toEqual([]);
  });

  test('a pass that looks at each statement for each other one is noticed.', () => {
    const before = passes.used;
    const record = passes as Record<string, (f: Func) => Func>;
    record.used = (f) => {
      const { different } = load<typeof import('./counted-examples.js')>(
        'test/plain/growth/counted-examples.ts',
      );
      different(f.region.body.length);
      return before(f);
    };
    try {
      expect(superlinear(derived['straight-line code'])).toHaveLength(2);
    } finally {
      record.used = before;
    }
  });
});
