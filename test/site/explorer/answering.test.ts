/** The answers of the worker of the explorer, in Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as library from 'delta-tape';
import * as learn from 'delta-tape/learn';
import * as numpy from 'delta-tape/numpy';
import * as runtime from 'delta-tape/runtime';
import * as solve from 'delta-tape/solve';
import { Answering } from '../../../site/explorer/logic/answering.js';
import { examples } from '../../../site/explorer/logic/examples.js';
import {
  lineAt,
  pieces,
  placesOfCotangent,
  placesOfPrimal,
} from '../../../site/explorer/logic/marks.js';
import {
  isFailure,
  type Failure,
  type Listing,
  type Question,
  type Questions,
  type Span,
} from '../../../site/explorer/logic/messages.js';
import { descent } from '../../../site/explorer/logic/plots.js';
import { sameLine } from '../../../site/explorer/logic/same-line.js';
import { cotangentsBefore, sweepOf } from '../../../site/explorer/logic/sweep.js';

const asModule = (module: object) => ({ ...module, __esModule: true });
const modules = {
  'delta-tape': asModule(library),
  'delta-tape/learn': asModule(learn),
  'delta-tape/numpy': asModule(numpy),
  'delta-tape/runtime': asModule(runtime),
  'delta-tape/solve': asModule(solve),
};

class Asking {
  private readonly answering = new Answering({ modules, inspect: (value) => inspect(value) });

  ask<Q extends Question>(question: Q, ask: Questions[Q]['ask']): Questions[Q]['answer'] | Failure {
    const reply = this.answering.reply({ id: 1, question, ask });
    return 'failure' in reply ? reply.failure : (reply.answer as Questions[Q]['answer']);
  }

  /** @throws if it fails. */
  get<Q extends Question>(question: Q, ask: Questions[Q]['ask']): Questions[Q]['answer'] {
    const found = this.ask(question, ask);
    if (isFailure(found)) throw new Error(found.text);
    return found;
  }

  /** The answer where the code begins. */
  start(code: string, byOperation = true) {
    const { inputs } = this.get('open', { code });
    const at = inputs.map(({ value }) => value);
    const answer = this.get('answer', { at, byOperation });
    return { at, ...answer, listing: answer.listing as Listing };
  }
}

const failureOf = (code: string, at?: readonly number[]): Failure => {
  const asking = new Asking();
  const opened = asking.ask('open', { code });
  if (isFailure(opened)) return opened;
  const numbers = at ?? opened.inputs.map(({ value }) => value);
  return asking.ask('answer', { at: numbers, byOperation: true }) as Failure;
};

const textOf = (id: string): string =>
  readFileSync(join(__dirname, '../../../site/explorer/examples', `${id}.ts`), 'utf8');

describe('Every example', () => {
  test.each(examples.map(({ id }) => [id] as const))(
    '%s has a gradient, which differences and the sweep over its bindings confirm.',
    (id) => {
      const { name, ranges = {} } = examples.find((one) => one.id === id)!;
      const asking = new Asking();
      const opened = asking.get('open', { code: textOf(id), ...(name && { name }) });
      expect(opened.name).toBe(name ?? opened.name);
      const names = opened.inputs.map((input) => input.name);
      expect(names).toEqual(expect.arrayContaining(Object.keys(ranges)));
      expect(new Set(names).size).toBe(names.length);
      const at = opened.inputs.map(({ value }) => value);
      const { gradient, listing } = asking.get('answer', { at, byOperation: true });
      const valueAt = (point: number[]) =>
        asking.get('answer', { at: point, byOperation: true }).value;
      const step = 1e-5;
      at.slice(0, 4).forEach((x, k) => {
        const slope = (valueAt(at.with(k, x + step)) - valueAt(at.with(k, x - step))) / (2 * step);
        expect(Math.abs(slope - gradient[k]!)).toBeLessThan(1e-6 * (1 + Math.abs(slope)));
      });
      const run = listing as Listing;
      const { cotangents } = sweepOf(run);
      if (run.inputs.some(({ shape }) => shape !== undefined)) return;
      run.inputs.forEach(({ id: input }, k) => {
        expect(cotangents.get(input) ?? 0).toBeCloseTo(gradient[k]!, 9);
      });
    },
  );

  test('of the paper has the 38 bindings of its figure, as explain prints them.', () => {
    const { listing } = new Asking().start(textOf('paper'));
    expect(listing.bindings).toHaveLength(38);
    expect(listing.bindings[8].text).toBe(
      'Let x9 = Add (Scale 3.3 (Var x6)) (Scale 91.96 (Var q.z)) in',
    );
  });

  test('prints what it prints.', () => {
    const { printed } = new Asking().get('open', { code: textOf('fit') });
    expect(printed[0]).toMatch(/^solution \{ height: 2\.95\d+, rate: 0\.28\d+ \}$/);
  });
});

describe('An answer', () => {
  const code =
    'const f = (x: number, y: number) => {\n  const t = x * y;\n  return Math.sin(t);\n};';

  test('lists bindings in the words of explain, with their places.', () => {
    const { listing } = new Asking().start(code);
    expect(listing.bindings.map(({ text, place }) => [text, place?.line])).toEqual([
      ['Let x1 = Add (Scale 1.5 (Var x)) (Var y) in', 2],
      ['Let x2 = Scale 0.0707372016677 (Var x1) in', 3],
    ]);
    expect(listing.bindings[0].place).toEqual({ line: 2, column: 13 });
  });

  test('lists bindings as a tape records them, if it is asked to.', () => {
    const { listing, gradient } = new Asking().start(textOf('wave'), false);
    expect(listing.bindings).toHaveLength(1);
    expect(gradient).toEqual(new Asking().start(textOf('wave')).gradient);
  });

  test('names the parts of arguments, and takes numbers in their order.', () => {
    const asking = new Asking();
    const given =
      'export const f = ({ a }: { a: number }, m: number[][]) => a * m[0][1];\nexport const at = [{ a: 2 }, [[3, 4]]];';
    const { inputs } = asking.get('open', { code: given });
    expect(inputs.map(({ name }) => name)).toEqual(['a', 'm[0][0]', 'm[0][1]']);
    const { value, gradient } = asking.get('answer', { at: [5, 6, 7], byOperation: true });
    expect([value, ...gradient]).toEqual([35, 7, 0, 5]);
  });

  test('is by the inputs that are chosen, of the shapes that are chosen.', () => {
    const asking = new Asking();
    const dot =
      'const dot = (a: number[], b: number[]) => a.reduce((sum, x, k) => sum + x * b[k], 0);';
    const choice = { held: [0], lengths: { a: 2, b: 2 } };
    const { inputs, parameters } = asking.get('open', { code: dot, choice });
    expect(inputs.map(({ name, isHeld }) => [name, isHeld])).toEqual([
      ['a[0]', true],
      ['a[1]', true],
      ['b[0]', false],
      ['b[1]', false],
    ]);
    expect(parameters.map(({ isInput }) => isInput)).toEqual([false, true]);
    const at = [5, 6, 7, 8];
    const { value, gradient, listing } = asking.get('answer', { at, byOperation: true });
    expect([value, gradient]).toEqual([83, [null, null, 5, 6]]);
    expect((listing as Listing).inputs.map(({ name }) => name)).toEqual(['b[0]', 'b[1]']);
    expect(asking.get('sources', {}).file).toMatch('and its gradient with respect to b.');
    const { arrows } = asking.get('field', {
      at,
      inputs: [2, 3],
      ranges: [
        [0, 1],
        [0, 1],
      ],
    });
    expect(arrows[0].gradient).toEqual([5, 6]);
    asking.get('open', { code: dot, choice: { held: [0, 1] } });
    expect(asking.ask('answer', { at: [1, 1.5, 2, 2.5, 3, 3.5], byOperation: true })).toEqual({
      text: 'Error: No parameter is an input. Choose one.',
    });
  });

  test('is of the shapes that are chosen for arrays of NumPy.', () => {
    const code = `import * as np from 'delta-tape/numpy';
export const total = (a: np.NDArray, b: np.NDArray) => np.sum(np.matmul(a, b));
export const at = [np.array([[1, 2]]), np.array([3, 4], 'float32')];`;
    const asking = new Asking();
    const lengths = { 'a.shape[0]': 2, 'a.shape[1]': 3, 'b.shape[0]': 3 };
    const { inputs, parameters } = asking.get('open', { code, choice: { lengths } });
    expect(parameters.map(({ arrays }) => arrays)).toEqual([
      [
        { name: 'a.shape[0]', length: 2 },
        { name: 'a.shape[1]', length: 3 },
      ],
      [{ name: 'b.shape[0]', length: 3 }],
    ]);
    expect(inputs.map(({ name, value }) => `${name} ${value}`)).toEqual([
      ...['a[0, 0] 1', 'a[0, 1] 2', 'a[0, 2] 2.5', 'a[1, 0] 1', 'a[1, 1] 2', 'a[1, 2] 2.5'],
      ...['b[0] 3', 'b[1] 4', 'b[2] 4.5'],
    ]);
    const at = inputs.map(({ value }) => value);
    const { value, gradient } = asking.get('answer', { at, byOperation: true });
    expect([value, gradient]).toEqual([44.5, [3, 4, 4.5, 3, 4, 4.5, 2, 4, 5]]);
    // No row is left to tell how long rows are.
    const none = { lengths: { 'a.shape[0]': 0, 'a.shape[1]': 3 } };
    const opened = asking.get('open', { code, choice: none });
    expect(opened.parameters).toHaveLength(1);
    expect(asking.ask('open', { code, choice: { lengths: { 'a.shape[1]': 3 } } })).toHaveProperty(
      'name',
    );
    expect(asking.ask('answer', { at: [1, 2, 3, 4, 5], byOperation: true })).toHaveProperty('text');
  });

  test('names kinks with their lines.', () => {
    const { listing } = new Asking().start('const f = (x = 0) =>\n  Math.abs(x);');
    expect(listing.kinks).toEqual([
      { operation: 'abs', values: [0], distance: 0, place: { line: 2, column: 3 } },
    ]);
  });

  test('has no listing of a run that is too long, but its value and gradient.', () => {
    const long =
      'const f = (x: number) => {\n  for (let k = 0; k < 30000; k++) x = Math.sin(x);\n  return x;\n};';
    for (const byOperation of [true, false]) {
      const { listing, gradient } = new Asking().start(long, byOperation);
      expect((listing as unknown as Failure).text).toMatch('more than 20,000 operations');
      expect(gradient).toHaveLength(1);
    }
  });

  test('has the sources of the tiers, or why there are none.', () => {
    const asking = new Asking();
    asking.get('open', { code: 'const f = (x: number) => x * x;' });
    const { file, versions, why } = asking.get('sources', {});
    expect(file).toMatch('export function fGradient(x: number)');
    expect(versions).toMatch('$mul(x, x)');
    expect(asking.get('open', { code: 'const f = (x: number) => x * x;' }).module).toMatch(
      '$mul(x, x)',
    );
    expect(why).toMatchObject({ answers: 'compiled' });
    asking.get('open', { code: 'const f = (xs: number[]) =>\n  new Set(xs).size * xs[0];' });
    expect(asking.get('sources', {}).file).toMatchObject({
      text: expect.stringMatching('sets') as string,
    });
  });

  test('draws curves and fields, with a path of descent that goes down.', () => {
    const asking = new Asking();
    asking.get('open', { code: 'const f = (x: number, y: number) => (x - 1) ** 2 + 4 * y * y;' });
    const { xs, ys } = asking.get('curve', { at: [0, 2], input: 0, range: [-1, 3] });
    expect([xs[0], ys[0], xs.at(-1), ys.at(-1)]).toEqual([-1, 20, 3, 20]);
    const { size, values, arrows, descent } = asking.get('field', {
      at: [-2, 1],
      inputs: [0, 1],
      ranges: [
        [-3, 3],
        [-2, 2],
      ],
    });
    expect([values.length, values[0]]).toEqual([size * size, 32]);
    const [{ at, gradient }] = arrows;
    expect(gradient).toEqual([2 * (at[0] - 1), 8 * at[1]]);
    const heights = descent.map(([x, y]) => (x - 1) ** 2 + 4 * y * y);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(heights.at(-1)).toBeLessThan(1e-6);
  });
});

describe('The path of descent', () => {
  test('of the first example stays in its plot.', () => {
    const [{ id, name, ranges = {} }] = examples;
    const asking = new Asking();
    const { inputs } = asking.get('open', { code: textOf(id), ...(name && { name }) });
    const [x, y] = inputs.map((one) => ranges[one.name]);
    const at = inputs.map(({ value }) => value);
    const { descent: path } = asking.get('field', { at, inputs: [0, 1], ranges: [x, y] });
    expect(path.length).toBeGreaterThan(10);
    for (const [a, b] of path) {
      expect(a >= x[0] && a <= x[1] && b >= y[0] && b <= y[1]).toBe(true);
    }
  });

  test('ends with the first step out of the plot.', () => {
    const ranges = [[-1, 1] as const, [-1, 1] as const] as const;
    const down = descent(
      (x) => -x,
      () => [-1, 0],
      [0, 0],
      ranges,
    );
    const outside = down.filter(([x]) => x > 1);
    expect(outside).toEqual([down.at(-1)]);
  });
});

describe('A failure', () => {
  test('names the place of a syntax error, in one sentence.', () => {
    expect(failureOf('const a = 1;\nconst f = (x => x;')).toEqual({
      text: expect.stringMatching(/^[A-Z][^\n]*\.$/) as string,
      place: { line: 2, column: expect.any(Number) as number },
    });
  });

  test('names the line of what the code throws, when it starts and when it runs.', () => {
    expect(failureOf('const a = 1;\nnull.x;\nconst f = (x: number) => x;')).toMatchObject({
      text: expect.stringMatching('TypeError: ') as string,
      place: { line: 2 },
    });
    expect(failureOf('const f = (x: number) => {\n  throw new Error("no " + x);\n};')).toEqual({
      text: 'Error: no 1',
      place: { line: 2, column: expect.any(Number) as number },
    });
  });

  test('names the user’s line where the library refuses.', () => {
    const { text, place } = failureOf(
      'const f = (x: number) => {\n  const seen = new Set();\n  seen.add(x);\n  return x;\n};',
    );
    expect(text).not.toMatch('explorer.ts');
    expect(place?.line).toBe(3);
  });

  test('says what may be imported.', () => {
    expect(failureOf("import fs from 'node:fs';\nconst f = (x: number) => fs.f(x);").text).toMatch(
      'There is no node:fs here: import delta-tape',
    );
  });

  test('comes with what the module printed before it, and is cut if it is long.', () => {
    expect(failureOf('console.log("one");\nnull.x;')).toMatchObject({ printed: ['one'] });
    expect(failureOf('console.log("one");\nconst f = () => 3;').printed).toBeUndefined();
    expect(failureOf('throw new Error("y".repeat(1e6));').text.length).toBeLessThan(2100);
    const { printed } = new Asking().get('open', {
      code: 'for (let k = 0; k < 1e4; k++) console.log("x".repeat(1e4));',
    });
    expect(printed.at(-1)).toBe('… more lines are left out');
    expect(printed.join('').length).toBeLessThan(500_000);
  });

  test('tells what is thrown and no error, as far as it can be shown.', () => {
    const thrown = (text: string) => failureOf(`const f = (x: number) => { throw ${text}; };`).text;
    expect(thrown('5')).toBe('The code threw 5.');
    expect(thrown('undefined')).toBe('The code threw undefined.');
    expect(thrown('Object.create(null)')).toMatch('cannot be shown');
    expect(thrown('{ get message() { throw 1; } }')).toMatch('cannot be shown');
  });

  test('refuses more inputs than a page can show.', () => {
    const code =
      'export const at = [new Array(2001).fill(1)];\nexport const f = (x: number[]) => x[0];';
    expect(failureOf(code).text).toMatch('2,000 at most');
  });

  test('is plain where there are no numbers, or no function.', () => {
    expect(failureOf('const f = () => 3;').text).toMatch('no parameter that holds numbers');
    const asking = new Asking();
    expect(asking.get('open', { code: 'console.log(1, [2]);' })).toMatchObject({
      name: null,
      printed: ['1 [ 2 ]'],
    });
    expect(asking.ask('answer', { at: [], byOperation: true })).toMatchObject({
      text: expect.stringMatching('no function') as string,
    });
  });
});

describe('The gradient as a file', () => {
  /**
   * The parts of the file that belong to each binding: the texts of the places of its primal and of its
   * cotangent.
   */
  function placesOf(code: string) {
    const asking = new Asking();
    const opened = asking.get('open', { code });
    // Other numbers than 1, which changes nothing as a factor.
    const at = opened.inputs.map(({ value }) => value + 0.1);
    const { bindings, output, ...rest } = asking.get('answer', { at, byOperation: true })
      .listing as Listing;
    const { cotangents } = sweepOf({ bindings, output, ...rest });
    const file = asking.get('sources', {}).file as string;
    const found = asking.get('computed', { at });
    const text = ({ from, to }: Span) => file.slice(from, to);
    return bindings.map(({ id, primal }) => ({
      primal: placesOfPrimal(found, primal).map(text),
      cotangent: placesOfCotangent(found, cotangents.get(id)!).map(text),
    }));
  }

  test('has the places that compute the primal and the cotangent of a binding.', () => {
    const found = placesOf(textOf('wave'));
    expect(found.map(({ primal }) => primal)).toEqual([
      ['x * y'],
      ['Math.sin(t)'],
      ['t * sin'],
      ['t * sin + x'],
    ]);
    expect(found[0].cotangent).toEqual([expect.stringMatching(/cos/)]);
  });

  test('has them in loops, and where arrays and records are arguments.', () => {
    for (const id of ['neuron', 'spring', 'rosenbrock', 'rnn']) {
      const found = placesOf(textOf(id));
      const marked = found.filter(({ primal }) => primal.length > 0);
      // A state that begins with 0 has products that are 0.
      expect([id, marked.length / found.length > 0.4]).toEqual([id, true]);
      expect([id, found.some(({ cotangent }) => cotangent.length > 0)]).toEqual([id, true]);
    }
  });

  test('marks nothing by numbers that many places have, nor where it is refused.', () => {
    const span = { from: 0, to: 1 };
    for (const x of [0, -0, 1, -1, NaN, Infinity]) {
      const found = [{ ...span, values: [x] }];
      expect([...placesOfPrimal(found, x), ...placesOfCotangent(found, x)]).toEqual([]);
    }
    expect(placesOfPrimal([{ ...span, values: [2] }], 2 + 1e-15)).toEqual([]);
    expect(placesOfCotangent([{ ...span, values: [2] }], 2 + 1e-15)).toHaveLength(1);
    const asking = new Asking();
    asking.get('open', { code: 'const f = (xs: number[]) =>\n  new Set(xs).size * xs[0];' });
    expect(isFailure(asking.ask('computed', { at: [1, 2, 3] }))).toBe(true);
  });
});

test('Stretches of a text that are marked are cut at lines, and where marks begin and end.', () => {
  const marked = { one: [{ from: 1, to: 4 }], two: [{ from: 2, to: 6 }] };
  const found = pieces('abc\ndef\n', marked);
  expect(found.map((line) => line.map(({ text, marks }) => [text, marks.join()]))).toEqual([
    [
      ['a', ''],
      ['b', 'one'],
      ['c', 'one,two'],
    ],
    [
      ['de', 'two'],
      ['f', ''],
    ],
    [],
  ]);
  expect([0, 3, 4].map((at) => lineAt('abc\ndef', at))).toEqual([1, 1, 2]);
});

test('The steps of a sweep add up to its cotangents.', () => {
  const { listing } = new Asking().start(textOf('paper'));
  const sweep = sweepOf(listing);
  const { length } = sweep.steps;
  expect(cotangentsBefore(sweep, listing.output, 0)).toEqual(new Map([[listing.output, 1]]));
  const all = cotangentsBefore(sweep, listing.output, length);
  for (const [id, cotangent] of all) expect(sweep.cotangents.get(id)).toBe(cotangent);
});

test('A line is found in a text that holds a part, unless two could be meant.', () => {
  const whole = 'a\n  b\n  c\nd\n  b\n  e';
  expect(sameLine(whole, 2, 'b\nc')).toBe(1);
  expect(sameLine(whole, 5, 'x\nd\nb\ne')).toBe(3);
  expect(sameLine(whole, 4, 'b\nc')).toBeUndefined();
  expect(sameLine(whole, 2, 'b\nx\nb')).toBeUndefined();
});
