import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { specificationOf } from '../../../src/cli/fit/picture.js';
import { run } from '../../../src/cli/command-line.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'delta-tape-fit-'))));
afterAll(() => rmSync(folder, { recursive: true }));

async function fit(text: string, ...words: string[]) {
  const path = join(folder, 'data.csv');
  writeFileSync(path, text);
  let [out, err] = ['', ''];
  const streams = {
    out: { write: (part: string) => (out += part) },
    err: { write: (part: string) => (err += part) },
  };
  return { exit: await run(['fit', path, ...words], streams), out, err };
}

interface Found {
  readonly response: string;
  readonly parameters: readonly {
    name: string;
    estimate: number;
    standardError: number;
    lower: number;
    upper: number;
  }[];
  readonly rSquared: number;
  readonly residualStandardDeviation: number;
}
const found = (out: string): Found => JSON.parse(out) as Found;

const line = 'x,extra,y\n1,9,1\n2,8,3\n3,7,2\n4,6,5\n';

test('A straight line has the estimates, standard errors and intervals of linear regression.', async () => {
  const { exit, out } = await fit(line, '--model', 'a + b * x', '--json');
  const { parameters, rSquared, residualStandardDeviation, response } = found(out);
  expect([exit, response]).toEqual([0, 'y']);
  expect(parameters.map(({ estimate }) => estimate)[1]).toBeCloseTo(1.1, 10);
  expect(parameters[0].estimate).toBeCloseTo(0, 9);
  expect(residualStandardDeviation).toBeCloseTo(1.1618950038622251, 9);
  expect(parameters[1].standardError).toBeCloseTo(1.1618950038622251 / Math.sqrt(5), 9);
  expect(parameters[1].upper - 1.1).toBeCloseTo(4.302652729911275 * parameters[1].standardError, 6);
  expect(rSquared).toBeCloseTo(1 - 2.7 / 8.75, 9);
});

test.each([
  [['--model', 'a * x'], 'y'],
  [['--model', 'a * x', '--y', 'extra'], 'extra'],
])('The response of %j is %s.', async (words, response) => {
  expect(found((await fit(line, ...words, '--json')).out).response).toBe(response);
});

test('Without a column y, the response is the last column that the model does not name.', async () => {
  const { out } = await fit(
    'x,height,z\n1,2,3\n2,4,5\n3,6.5,6\n',
    '--model',
    'a * x + b * z',
    '--json',
  );
  expect(found(out).response).toBe('height');
});

test('Starts are 1, or as given.', async () => {
  const rows = Array.from({ length: 20 }, (_, k) => `${k / 4},${3 * Math.exp(-0.6 * (k / 4))}`);
  const text = `t,y\n${rows.join('\n')}\n`;
  const far = found(
    (await fit(text, '--model', 'a * exp(-b * t)', '--start', 'a=2, b=0.5', '--json')).out,
  );
  expect(far.parameters.map(({ estimate }) => estimate)).toEqual([
    expect.closeTo(3, 8) as number,
    expect.closeTo(0.6, 8) as number,
  ]);
});

test('Parameters that the data do not tell are named, and the command ends with 1; a loss may be robust.', async () => {
  const { out, exit } = await fit(line, '--model', 'a * x + b * x', '--loss', 'huber');
  expect([exit, out]).toEqual([1, expect.stringContaining('the data do not tell a, b')]);
});

test.each([
  [['--model', 'x * 2'], 'has no parameters'],
  [['--model', 'a * y'], null],
  [['--model', 'a * y', '--y', 'y'], 'names the response y'],
  [['--model', 'a * x', '--y', 'z'], 'has no column z; its columns are x, extra, y.'],
  [['--model', 'a * x', '--start', 'c=2'], '--start names c; the parameters are a.'],
  [['--model', 'a * x', '--start', 'a'], 'is not of the form a=2,b=1'],
  [['--model', 'a * x', '--loss', 'square'], 'there is no loss square'],
  [['--model', 'a + x + extra + y'], null],
  [[], '--model is missing'],
])('%j', async (words, why) => {
  const { exit, err } = await fit(line, ...words);
  expect([exit, err]).toEqual([2, expect.stringContaining(why ?? 'names the response y')]);
});

test('A fit that does not converge ends with 1.', async () => {
  const { exit, out } = await fit(
    'x,y\n1,1\n2,2\n3,3\n',
    '--model',
    'log(a * x - 100) + b',
    '--json',
  );
  expect([exit, (JSON.parse(out) as { converged: boolean }).converged]).toEqual([1, false]);
});

test('Fewer rows than parameters are no data for a fit.', async () => {
  const { exit, err } = await fit('x,y\n1,2\n', '--model', 'a + b * x');
  expect([exit, err]).toEqual([
    2,
    expect.stringMatching(/1 rows of .* cannot tell 2 parameters \(a, b\)/),
  ]);
});

test('From as many rows as parameters no errors can be told, and the command ends with 1.', async () => {
  const { exit, out } = await fit('x,y\n1,2\n2,5\n', '--model', 'a + b * x');
  expect([exit, out]).toEqual([1, expect.stringContaining('no errors can be told')]);
  expect(out).toMatch(/^b +3 +Infinity +-Infinity … Infinity$/m);
  expect(out).not.toContain('NaN');
});

test.each([
  ['a constant response', 'x,y\n1,0.1\n2,0.1\n3,0.1\n', /degrees of freedom$/m],
  ['numbers whose squares overflow', 'x,y\n1,1e200\n2,2e200\n3,4e200\n', /R² 0.96429$/m],
])('Of %s, what has a meaning is told.', async (_, text, last) => {
  const { exit, out } = await fit(text, '--model', 'a + b * x');
  expect([exit, out]).toEqual([0, expect.stringMatching(last)]);
});

test('A picture has the data, the curve and the residuals.', () => {
  const data = [{ x: 1, y: 2, residual: 0.1 }];
  const curve = [{ x: 1, y: 2, lower: 1, upper: 3 }];
  const { vconcat, title } = specificationOf({
    title: 'y = a',
    across: 'x',
    response: 'y',
    data,
    curve,
  });
  expect(title.text).toBe('y = a');
  expect(
    vconcat.map(({ layer }) => layer.map(({ mark }) => (mark as { type: string }).type)),
  ).toEqual([
    ['area', 'line', 'circle'],
    ['rule', 'circle'],
  ]);
});

test('Nothing in a model is run as code.', async () => {
  const file = join(folder, 'made');
  const model = `a*x+require("fs").writeFileSync(${JSON.stringify(file)},"")`;
  expect((await fit(line, '--model', model)).exit).toBe(2);
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(join(folder, 'data.csv'), 'utf8')).toBe(line);
});
