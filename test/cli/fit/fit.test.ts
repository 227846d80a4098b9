import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { Table } from '../../../src/cli/data/data-table.js';
import { fitted } from '../../../src/cli/fit/fit-table.js';
import { linearParameters } from '../../../src/cli/fit/linear-parameters.js';
import { readFormula } from '../../../src/cli/fit/formula.js';
import { pictured } from '../../../src/cli/fit/pictured.js';
import { specificationOf } from '../../../src/cli/fit/picture.js';
import { run } from '../../../src/cli/command-line.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'delta-tape-fit-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The output of a line; the text is the file, or the standard input. */
async function fit(text: string, ...words: string[]) {
  const path = join(folder, 'data.csv');
  writeFileSync(path, text);
  return answer(text, path, ...words);
}

async function answer(input: string, ...words: string[]) {
  let [out, err] = ['', ''];
  const streams = {
    in: Readable.from([Buffer.from(input)]),
    out: { write: (part: string) => (out += part) },
    err: { write: (part: string) => (err += part) },
  };
  return { exit: await run(['fit', ...words], streams), out, err };
}

interface Found {
  readonly response: string;
  readonly linear: readonly string[];
  readonly converged: boolean;
  readonly parameters: readonly {
    name: string;
    estimate: number;
    standardError: number;
    lower: number;
    upper: number;
  }[];
  readonly rSquared: number;
  readonly reducedChiSquared: number;
  readonly aic: number;
  readonly residuals: readonly number[];
  readonly leftOut: number;
  readonly fixed: Readonly<Record<string, number>>;
  readonly correlations: Readonly<Record<string, Readonly<Record<string, number>>>>;
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

test('Parameters that the data do not determine are named, and the command ends with 1; a loss may be robust.', async () => {
  const { out, exit } = await fit(line, '--model', 'a * x + b * x', '--loss', 'huber');
  expect([exit, out]).toEqual([1, expect.stringContaining('not determined by the data: a, b')]);
});

test('Residuals are observed less fitted, in JSON and in pictures.', async () => {
  const text = 'x,y\n0,0\n1,3\n2,0\n';
  const { out } = await fit(text, '--model', 'a + 0 * x', '--json');
  expect(found(out).residuals.map((r: number) => Math.round(r * 1e12) / 1e12)).toEqual([-1, 2, -1]);
  const none = new Map<string, number>();
  const request = {
    ...{
      model: readFormula('a + b * x'),
      table: Table.of('x,z,y\n0,5,0\n1,5,3\n2,5,0\n3,5,3\n', 'd'),
    },
    ...{ response: undefined, loss: undefined, sigma: undefined, weights: undefined },
    ...{ start: none, fix: none, lower: none, upper: none, isAbsolute: false },
  };
  const one = pictured(fitted(request), '');
  expect(one.data.map(({ residual }) => Math.sign(residual))).toEqual([-1, 1, -1, 1]);
  const two = pictured(fitted({ ...request, model: readFormula('a + b * x + 0 * z') }), '');
  // Without one axis, residuals stand over what the model predicts.
  for (const { x, y, residual } of two.data) expect(x + residual).toBeCloseTo(y, 12);
  expect(two.curve).toEqual([]);
});

describe('Deviations and weights', () => {
  const rows = 'x,y,err,w\n0,1,0.1,100\n1,2,0.2,25\n2,3.5,0.4,6.25\n3,3,0.5,4\n';
  const weighed = async (...words: string[]) =>
    found((await fit(rows, '--model', 'a + b*x', '--y', 'y', '--json', ...words)).out);

  test('are a column, or a formula of columns, and give what curve_fit gives.', async () => {
    const all = [
      await weighed('--sigma', 'err'),
      await weighed('--weights', 'w'),
      await weighed('--sigma', '1/sqrt(w)'),
    ];
    for (const { parameters } of all) {
      expect(parameters[0].estimate).toBeCloseTo(1.0228046, 6);
      expect(parameters[1].estimate).toBeCloseTo(0.9200136, 6);
      expect(parameters[0].standardError).toBeCloseTo(0.1548908, 6);
      expect(parameters[1].standardError).toBeCloseTo(0.1942429, 6);
    }
  });

  test('are taken as they are with --absolute-sigma.', async () => {
    const { parameters } = await weighed('--sigma', 'err', '--absolute-sigma');
    expect(parameters[0].standardError).toBeCloseTo(0.0967828, 6);
    expect(parameters[1].standardError).toBeCloseTo(0.1213718, 6);
  });
});

describe('Parameters', () => {
  const rows = Array.from(
    { length: 20 },
    (_, k) => `${k / 4},${3 * Math.exp(-0.6 * (k / 4)) + 0.5}`,
  );
  const text = `t,y\n${rows.join('\n')}\n`;
  const model = ['--model', 'a*exp(-b*t)+c'];

  test('may be fixed.', async () => {
    const { parameters, fixed } = found(
      (await fit(text, ...model, '--fix', 'c=0.5', '--json')).out,
    );
    expect(fixed).toEqual({ c: 0.5 });
    expect(parameters.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(parameters[1].estimate).toBeCloseTo(0.6, 8);
  });

  test('may have bounds, each by itself, at which they stop.', async () => {
    const { out } = await fit(text, ...model, '--upper', 'b=0.5', '--lower', 'a=2', '--json');
    const { parameters } = found(out);
    expect(parameters[1].estimate).toBe(0.5);
    expect(parameters[0].estimate).toBeGreaterThan(2);
    const { out: report } = await fit(text, ...model, '--upper', 'b=0.5');
    expect(report).toContain('at a bound: b. The errors are those of a fit without bounds');
  });
});

test('Data come from the standard input, and are told how they were read.', async () => {
  const { exit, out } = await answer('x;y\n1;1,5\n2;3,5\n3;5,5\n4;NA\n', '-', '--model', 'a*x+b');
  expect(exit).toBe(0);
  expect(out).toContain(
    'y = a*x+b, 3 rows of the standard input\n1 row without all values left out, the first in line 5',
  );
  expect(out).toContain('read with decimal commas');
  expect(out).toMatch(/^a +2 /m);
});

test.each<[string, Buffer]>([
  ['UTF-16, little end first', Buffer.from('\ufefft µs,y\n1,2\n2,4\n', 'utf16le')],
  ['UTF-16, big end first', Buffer.from('\ufefft µs,y\n1,2\n2,4\n', 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from('t µs,y\n1,2\n2,4\n', 'utf16le')],
  ['UTF-8 with a mark', Buffer.from('\ufefft µs,y\r\n1,2\r\n2,4\r\n')],
  ['Latin 1', Buffer.from('t µs,y\r1,2\r2,4\r', 'latin1')],
])('A file in %s is read.', async (_, bytes) => {
  const path = join(folder, 'encoded.csv');
  writeFileSync(path, bytes);
  const { out } = await answer('', path, '--model', 'a * `t µs`', '--json');
  expect(found(out).parameters[0].estimate).toBeCloseTo(2, 12);
});

describe('What makes no sense ends with 2, and says what there is:', () => {
  test.each([
    [['--model', 'x * 2'], 'has no parameters'],
    [['--model', 'a * y'], 'names the response y'],
    [['--model', 'a * y', '--y', 'y'], 'names the response y: choose another column'],
    [['--model', 'a * x', '--y', 'z'], '--y names z, which is not a column of'],
    [['--model', 'a * x', '--y', 'Extra'], 'the columns are x, extra, y. Did you mean extra?'],
    [['--model', 'a * x', '--start', 'c=2'], '--start names c; the parameters are a.'],
    [
      ['--model', 'a * x', '--start', 'x=2'],
      '--start names x, which is a column; the parameters are a.',
    ],
    [['--model', 'a * x', '--start', 'a'], 'is not of the form a=2,b=1'],
    [
      ['--model', 'a * x', '--loss', 'square'],
      'there is no loss square. There are linear, soft-l1',
    ],
    [['--model', 'a * x', '--loss', 'Huber'], 'there is no loss Huber. Did you mean huber?'],
    [['--model', 'a + x + extra + y'], 'names the response y'],
    [[], '--model is missing'],
    [['--model', 'a * X'], 'names X, which is not a column of'],
    [
      ['--model', 'a * extr'],
      'Did you mean extra? If extr is a parameter, say where it starts: --start extr=1',
    ],
    [['--model', 'a * b'], 'the model names no column, so that a, b would all be parameters'],
    [['--model', 'a * e^x'], 'has powers of e, which would be a parameter: write exp(…)'],
    [['--model', 'a * x', '--fix', 'a=1'], '--fix names all parameters'],
    [['--model', 'a * x + b', '--fix', 'a=1', '--start', 'a=2'], '--fix and --start both name a'],
    [['--model', 'a * x', '--lower', 'a=2', '--upper', 'a=1'], '--lower a=2 is above --upper a=1'],
    [
      ['--model', 'a * x', '--start', 'a=2', '--upper', 'a=1'],
      '--start a=2 is not within its bounds',
    ],
    [['--model', 'a * x', '--sigma', 'z'], '--sigma names z, which is not a column'],
    [['--model', 'a * x', '--sigma', 'extra - 9'], '--sigma is 0 in line 2 of'],
    [['--model', 'a * x', '--sigma', 'x +'], '--sigma ends where a number'],
    [['--model', 'a * x', '--weights', 'x', '--sigma', 'x'], '--sigma and --weights say the same'],
    [['--model', 'a * x', '--absolute-sigma'], '--absolute-sigma needs --sigma'],
    [['--model', 'a / (x - 2)'], 'cannot start at a = 1: the model is Infinity in line 3 of'],
    [['--model', 'a + sqrt(b*(x - 1))'], 'the derivative of the model with respect to b is'],
  ])('%j', async (words, why) => {
    const { exit, err } = await fit(line, ...words);
    expect([exit, err]).toEqual([2, expect.stringContaining(why)]);
  });

  test('a workbook, and bytes.', async () => {
    const path = join(folder, 'book.csv');
    writeFileSync(path, Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1]));
    expect((await answer('', path, '--model', 'a')).err).toContain('save the table as CSV');
    writeFileSync(path, Buffer.from([7, 1, 0, 0, 0, 0, 1]));
    expect((await answer('', path, '--model', 'a')).err).toContain('is not a text');
  });
});

test('An option declares a parameter whose name is near that of a column.', async () => {
  const { exit } = await fit(line, '--model', 'X * x', '--start', 'X=1', '--y', 'extra');
  expect(exit).toBe(0);
});

test('A column is the first to give a name its meaning.', async () => {
  const { out } = await fit('pi,y\n1,2\n2,4.1\n3,5.9\n', '--model', 'a * pi', '--json');
  expect(found(out).parameters[0].estimate).toBeCloseTo(27.9 / 14, 10);
  const { out: other } = await fit('x,y\n1,2\n2,4\n3,6\n', '--model', 'a * pi * x', '--json');
  expect(found(other).parameters[0].estimate).toBeCloseTo(2 / Math.PI, 10);
});

test('Fewer rows than parameters are no data for a fit.', async () => {
  const { exit, err } = await fit('x,y\n1,2\n', '--model', 'a + b * x');
  expect([exit, err]).toEqual([
    2,
    expect.stringMatching(/1 row of .* cannot determine 2 parameters \(a, b\)/),
  ]);
});

test('From as many rows as parameters no errors can be told, and the command ends with 1.', async () => {
  const { exit, out } = await fit('x,y\n1,2\n2,5\n', '--model', 'a + b * x');
  expect([exit, out]).toEqual([1, expect.stringContaining('no errors can be told')]);
  expect(out).toMatch(/^b +3 +Infinity +-Infinity … Infinity$/m);
  expect(out).not.toContain('NaN');
});

test.each([
  ['a constant response', 'x,y\n1,0.1\n2,0.1\n3,0.1\n', /residual standard deviation \S+$/m],
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

test('A fit that ends at the edge of the domain names the line of the file and its predictors.', async () => {
  const text = 'x,y\n1,1.2\n2,0.7\n0,2\n3,0.4\n4,0.3\n5,0.2\n';
  const { out } = await fit(text, '--model', 'a * x ^ b', '--start', 'a=1,b=1');
  expect(out).toContain('did not converge (edge-of-domain)');
  expect(out).toMatch(
    /beyond the edge that b has reached, the residual is NaN in line 4 of .*data\.csv, where x = 0/,
  );
});

test('Parameters in which the formula is linear are solved for, so that BoxBOD is fitted from ones.', async () => {
  const text = 'x,y\n1,109\n2,149\n3,149\n5,191\n7,213\n10,224\n';
  const { out } = await fit(text, '--model', 'a*(1-exp(-b*x))', '--json');
  const { parameters, linear, converged } = found(out);
  expect([converged, linear]).toEqual([true, ['a']]);
  expect(parameters[0].estimate).toBeCloseTo(213.80940889, 4);
  expect(parameters[1].estimate).toBeCloseTo(0.54723748542, 6);
});

test.each([
  ['a*exp(-b*x)+c', ['a', 'c']],
  ['-(a+b*x)/2 - c*ln(x)', ['a', 'b', 'c']],
  ['a*b*x', ['a']],
  ['a/(b+x)', ['a']],
  ['(a+b*x)/c', ['a', 'b']],
  ['a^2*x', []],
  ['exp(a)*x+pi*b', ['b']],
])('%s is linear in %j.', (text, parameters) => {
  const { names } = readFormula(text);
  const all = names.filter((name) => name !== 'x' && name !== 'pi');
  expect(linearParameters(readFormula(text), all)).toEqual(parameters);
});
