/** Every message has its answer, and no message can end the tool. */
import { answer, type Evals } from '../../gradbench/protocol.js';
import { timed } from '../../gradbench/timed.js';

let runs = 0;
const counted = (x: number) => {
  runs++;
  return 2 * x;
};
const evals: Evals = {
  numbers: () =>
    Promise.resolve({
      functions: {
        double: timed(({ x }: { x: number }) => x, counted, String),
        fail: timed(
          (x: number) => x,
          () => {
            throw new TypeError('no such luck');
          },
          () => 0,
        ),
      },
    }),
  broken: () => Promise.reject(new SyntaxError('it cannot be read')),
};

interface Answer {
  readonly id: unknown;
  readonly success?: boolean;
  readonly error?: string;
  readonly output?: unknown;
  readonly timings?: readonly { readonly name: string; readonly nanoseconds: number }[];
}

const answered = async (message: unknown): Promise<Answer> =>
  JSON.parse(await answer(JSON.stringify(message), evals)) as Answer;

const evaluated = (input: unknown) =>
  answered({ id: 5, kind: 'evaluate', module: 'numbers', function: 'double', input });

describe('The tool', () => {
  test('says who it is.', async () => {
    expect(await answered({ id: 0, kind: 'start', eval: 'hello' })).toEqual({
      id: 0,
      tool: 'delta-tape',
    });
  });

  test('knows its modules.', async () => {
    expect(await answered({ id: 1, kind: 'define', module: 'numbers' })).toEqual({
      id: 1,
      success: true,
    });
  });

  test.each([
    ['a module', { kind: 'define', module: 'words' }, 'there is no module "words"'],
    ['a module by a name of objects', { kind: 'define', module: 'toString' }, 'no module'],
    ['a missing module', { kind: 'define' }, 'there is no module undefined'],
    [
      'a function',
      { kind: 'evaluate', module: 'numbers', function: 'halve', input: {} },
      'there is no function "halve"',
    ],
  ])('says that it does not know %s.', async (_, message, error) => {
    expect(await answered({ id: 1, ...message })).toEqual({
      id: 1,
      success: false,
      error: expect.stringContaining(error) as string,
    });
  });

  test.each([
    ['analysis', { kind: 'analysis', of: 2, valid: true }],
    ['any other kind', { kind: 'rest' }],
  ])('acknowledges %s.', async (_, message) => {
    expect(await answered({ id: 3, ...message })).toEqual({ id: 3 });
  });

  test.each([
    ['a module that cannot be loaded', { kind: 'define', module: 'broken' }, 'cannot be read'],
    [
      'an error of a function',
      { kind: 'evaluate', module: 'numbers', function: 'fail', input: 1 },
      'TypeError: no such luck',
    ],
    [
      'an input that cannot be read',
      { kind: 'evaluate', module: 'numbers', function: 'double', input: null },
      'TypeError',
    ],
  ])('tells %s.', async (_, message, error) => {
    expect(await answered({ id: 4, ...message })).toEqual({
      id: 4,
      success: false,
      error: expect.stringContaining(error) as string,
    });
  });

  test.each([
    ['is no JSON', '{ "id": 7', 'SyntaxError'],
    ['is no object', '7', 'a message is an object'],
  ])('answers a line that %s.', async (_, line, error) => {
    expect(JSON.parse(await answer(line, evals))).toEqual({
      id: null,
      success: false,
      error: expect.stringContaining(error) as string,
    });
  });
});

describe('A function', () => {
  test('is run once, and timed, where nothing else is asked for.', async () => {
    const before = runs;
    const { success, output, timings } = await evaluated({ x: 4 });
    expect({ success, output }).toEqual({ success: true, output: '8' });
    expect(timings).toEqual([{ name: 'evaluate', nanoseconds: expect.any(Number) as number }]);
    expect(runs - before).toBe(1);
  });

  test('is run as often as is asked for, with a timing for each run.', async () => {
    const before = runs;
    const { timings } = await evaluated({ x: 4, min_runs: 7, min_seconds: 0 });
    expect(timings).toHaveLength(7);
    expect(runs - before).toBe(7);
  });

  test('is run for as long as is asked for.', async () => {
    const { timings } = await evaluated({ x: 4, min_runs: 1, min_seconds: 0.01 });
    const total = timings!.reduce((sum, { nanoseconds }) => sum + nanoseconds, 0);
    expect(total).toBeGreaterThanOrEqual(1e7);
    expect(total - timings!.at(-1)!.nanoseconds).toBeLessThan(1e7);
  });
});
