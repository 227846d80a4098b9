/**
 * Shadows of arrays that each step of a loop makes anew: the way back hands them from step to step, and gradients are those
 * of runs. Where an array has another name, the way there makes shadows.
 */
import { statementsIn, type Func, type Region, type Stmt } from '../../../../src/plain/ir/ir.js';
import { modules, type F } from '../../../support/linked-modules.js';
import {
  adjoint,
  compiled,
  funcOf,
  improved,
  interpret,
  partials,
  verify,
} from '../../../support/numeric.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

const smooth = 'next[i] = a[i] * a[i] * 0.5 + x[i] * 0.25;';
const program = ({
  begin = 'let a = x.slice();',
  made = 'const next = new Float64Array(x.length);',
  fill = `for (let i = 0; i < x.length; i++) ${smooth}`,
  next = 'a = next;',
  head = 'for (let t = 0; t < n; t++)',
  end = '',
}): string => `
export function f(x: Float64Array, n: number): number {
  let s = 0;
  ${begin}
  ${head} {
    ${made}
    ${fill}
    ${next}
  }
  ${end}
  for (let i = 0; i < a.length; i++) s += a[i] * (i + 1);
  return s;
}`;

const gradientOf = (text: string): Func => {
  const f = improved(funcOf(text));
  const made = adjoint(f, f.region.params.slice(0, 1), { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  return made.func;
};

/** The number of arrays that loops in the reverse sweep carry. */
const handedIn = ({ region }: Func): number =>
  [...statementsIn(region)].flatMap((stmt) =>
    stmt.tag === 'for' && (stmt.by === 'ge' || stmt.by === 'gt')
      ? stmt.body.params.filter(({ type }) => typeof type === 'object')
      : [],
  ).length;

const points = [
  [[0.5, -0.25, 0.75, 1], 3],
  [[0.5, -0.25, 0.75, 1], 0],
  [[0.5, -0.25], 1],
] as const;

/** Says what is wrong with the gradient of a program. */
function complaintAbout(text: string): string | null {
  const f = modules({ program: text })('program').f as F;
  for (const [x, n] of points) {
    const args = [Float64Array.from(x), n];
    const found = answer(f, args, 0);
    if (found === null) return 'a run answers';
    const complaint = withoutCompiled(() => difference(found, f, args, 0));
    if (complaint !== null) return complaint;
  }
  return null;
}

test.each([
  ['begin with an array of their own', program({})],
  ['make zeros', program({ fill: '' })],
  ['begin with zeros', program({ begin: 'let a = new Float64Array(x.length);' })],
  ['begin with an input that nobody writes', program({ begin: 'let a = x;' })],
  [
    'begin with an array that has another name, and is never written',
    program({ begin: 'const z = x;\nlet a = z;', end: 's += z[0] * a[1];' }),
  ],
  [
    'change what they take',
    program({ fill: `a[0] = x[1] * a[1];\nfor (let i = 0; i < x.length; i++) ${smooth}` }),
  ],
  ['are followed by writes', program({ end: 'a[0] = a[1] * 2;\na[1] *= a[0];' })],
  [
    'have more elements each time',
    program({
      made: 'const next = new Float64Array(a.length + 1);',
      fill: 'for (let i = 0; i < a.length; i++) next[i + 1] = a[i] * a[i] * 0.5;',
    }),
  ],
  [
    'have an end that is not known',
    program({ head: 'let t = 0;\n  while (t < n)', next: 'a = next;\nt++;' }),
  ],
  [
    'stand in other steps',
    program({
      begin: 'let a = x;\nfor (let k = 0; k < 2; k++) {\nlet a = x.map((v) => v * (k + s * 0.1));',
      end: 's += a[1];\n}',
    }),
  ],
])('Steps that %s hand on one shadow.', (_, text) => {
  expect(handedIn(gradientOf(text))).toBe(1);
  expect(complaintAbout(text)).toBeNull();
});

test('Steps that carry two such arrays hand on two shadows.', () => {
  const text = program({
    begin: 'let a = x.slice();\nlet b = x.map((v) => v * v);',
    made: 'const next = new Float64Array(x.length);\nconst more = new Float64Array(x.length);',
    fill: 'for (let i = 0; i < x.length; i++) { next[i] = a[i] * b[i]; more[i] = b[i] + a[i] * x[i]; }',
    next: 'a = next;\nb = more;',
    end: 's += b[0] * b[1];',
  });
  expect(handedIn(gradientOf(text))).toBe(2);
  expect(complaintAbout(text)).toBeNull();
});

test.each([
  [
    'another variable has it',
    program({
      begin: 'let a = x.slice();\nlet b = a;',
      next: 'b = a;\na = next;',
      end: 's += b[0];',
    }),
  ],
  [
    'two swap theirs',
    program({
      begin: 'let a = x.slice();\nlet b = x.slice();',
      next: 'b[0] = a[0];\na = b;\nb = next;',
      end: 's += b[0];',
    }),
  ],
  [
    'a list has it',
    program({
      begin: 'let a = x.slice();\nconst all = [a, a];',
      next: 'all[0] = next;\na = next;',
      end: 's += all[0][1];',
    }),
  ],
  ['it may be the array of the step before', program({ next: 'if (x[0] < 1) a = next;' })],
  [
    'a name of what they begin with is written',
    program({ begin: 'const z = x.slice();\nlet a = z;', end: 'a[0] = 0.5;\ns += z[0];' }),
  ],
  [
    'what they begin with is written in a step',
    program({
      begin: 'const z = x.slice();\nlet a = z;',
      fill: `z[0] *= 0.5;\nfor (let i = 0; i < x.length; i++) ${smooth}`,
    }),
  ],
])('Where %s, the way there makes shadows.', (_, text) => {
  expect(handedIn(gradientOf(text))).toBe(0);
  expect(complaintAbout(text)).toBeNull();
});

type Numbers = readonly number[];
/** The gradient by a program of the language. */
function slopesOf(f: Func, run: typeof interpret = interpret): Numbers {
  const shadow = new Float64Array(4);
  run(f, [Float64Array.from(points[0][0]), 3, shadow]);
  return [...shadow];
}

test('Compiled code has two shadows, whatever the number of steps.', () => {
  const f = improved(gradientOf(program({})));
  expect(verify(f)).toEqual([]);
  const before = Float64Array;
  let made = 0;
  const run = compiled(f);
  class Counted extends before {
    constructor(length: number) {
      super(length);
      made++;
    }
  }
  const count = (steps: number): number => {
    made = 0;
    globalThis.Float64Array = Counted as unknown as Float64ArrayConstructor;
    try {
      run(
        before.from({ length: 5000 }, () => 0.5),
        steps,
        new before(5000),
      );
    } finally {
      globalThis.Float64Array = before;
    }
    return made;
  };
  // Only the arrays of the program itself are more, once the pool is full.
  count(900);
  expect(count(900) - count(800)).toBeLessThanOrEqual(100);
});

/** A gradient whose steps on the way back yield something else. */
function spoilt(f: Func, change: (body: Region) => Region): Func {
  const inRegion = (region: Region): Region => ({
    ...region,
    body: region.body.map((stmt): Stmt =>
      stmt.tag === 'for' && stmt.by === 'ge' ? { ...stmt, body: change(stmt.body) } : stmt,
    ),
  });
  return { ...f, region: inRegion(f.region) };
}

test.each<[string, (body: Region) => Region]>([
  ['hands on what it took', (body) => ({ ...body, yields: body.params })],
  [
    'takes one shadow for both',
    (body) => {
      const [made] = body.yields;
      const own = body.body.filter((stmt) => stmt.tag !== 'let' || stmt.value !== made);
      const as = (stmt: Stmt): Stmt =>
        stmt.tag === 'let'
          ? { ...stmt, op: { ...stmt.op, args: stmt.op.args.map(of) } as typeof stmt.op }
          : stmt.tag === 'store'
            ? { ...stmt, array: of(stmt.array) }
            : stmt.tag === 'for'
              ? { ...stmt, body: { ...stmt.body, body: stmt.body.body.map(as) } }
              : stmt;
      const of = <T>(value: T): T => ((value as unknown) === made ? (body.params[0] as T) : value);
      return { ...body, body: own.map(as), yields: body.params };
    },
  ],
])('The comparison notices a step that %s.', (_, change) => {
  const f = gradientOf(program({}));
  expect(slopesOf(spoilt(f, change))).not.toEqual(slopesOf(f));
});
