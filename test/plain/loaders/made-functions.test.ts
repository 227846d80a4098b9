/** Functions that programs make of text: delta-tape/register translates them where package.json asks for it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installed, ran } from '../../support/installed.js';

const files: Readonly<Record<string, string>> = {
  'node_modules/loops/package.json': '{ "main": "./index.js" }',
  // A package that makes its loops of the texts of functions, as cwise does.
  'node_modules/loops/index.js': `
    exports.each = function (body) {
      var inner = String(body).replace(/^function\\s*\\((\\w+)\\)\\s*\\{([^]*)\\}$/, 'var $1 = v[i]; s += (function ($1) {$2})($1);');
      return Function('return function (v) { var s = 0; for (var i = 0; i < v.length; i++) { ' + inner + ' } return s; }')();
    };
    exports.make = new Function('code', 'return new Function("x", code)');
    exports.applied = Function.apply(null, ['x', 'y', 'return x*y'  ]);\n`,
  'node_modules/others/package.json': '{ "main": "./index.js" }',
  'node_modules/others/index.js': `exports.square = new Function('x', 'return x * x');\n`,
  'main.ts': `
    import { grad } from 'delta-tape';
    import { each, make, applied } from 'loops';
    const shown = (f: () => unknown) => { try { return f(); } catch (e) { return (e as Error).message; } };
    const norm2 = each(function (x) { return x * x; }) as (v: number[]) => number;
    console.log(norm2([1, 2]), shown(() => grad((v: number[]) => norm2(v))([1, 2])));
    console.log(shown(() => grad(make('return x * x * x'))(2)), shown(() => grad((x: number) => applied(x, x))(3)));
    console.log(shown(() => grad((x: number) => new Function('x', 'return Math.sin(x)')(x))(0)));
    class Own extends Function {}
    const own = new Own('x', 'return x');
    console.log([
      String(applied), applied.name, applied.length, new applied() instanceof applied, applied instanceof Function,
      applied.constructor === Function, own instanceof Own, own(2), Function.name, Function.length,
      shown(() => new Function('x', '}')) , shown(() => new Function('return this')() === globalThis),
    ].join('|'));`,
  'others.ts': `
    import { grad } from 'delta-tape';
    import { square } from 'others';
    grad((x: number) => square(x))(3);`,
};

let project: string;
let remove: () => void;

const settings = (more: object): void =>
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({
      type: 'module',
      'delta-tape': { include: ['*.ts', 'node_modules/loops'], ...more },
    }),
  );

beforeAll(async () => {
  ({ project, remove } = await installed());
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}, 240_000);

afterAll(() => remove());

const node = (file: string) =>
  ran(process.execPath, ['--import', 'delta-tape/register', file], project);

const same =
  'function anonymous(x,y\n) {\nreturn x*y\n}|anonymous|2|true|true|true|true|2|Function|1|';

describe('Functions that new Function makes', () => {
  test('are translated if package.json says so, with all that they make in turn.', async () => {
    settings({ newFunction: true });
    // The second time from the cache.
    const [first, second] = [await node('main.ts'), await node('main.ts')];
    for (const { stdout } of [first, second])
      expect(stdout).toBe(`5 [ 2, 4 ]\n12 6\n1\n${same}Unexpected token '}'|true\n`);
  }, 120_000);

  test('are left alone otherwise, and the error says how to have them translated.', async () => {
    settings({});
    const { stdout } = await node('main.ts');
    expect(
      stdout.match(/"newFunction": true in the field "delta-tape" of package.json/g),
    ).toHaveLength(4);
    expect(stdout).toContain(`${same}Unexpected token '}'|true\n`);
  }, 120_000);

  test('are left alone in files that are not translated, and the error says so.', async () => {
    settings({ newFunction: true });
    await expect(node('others.ts')).rejects.toThrow(
      /by new Function, in a file that is translated/,
    );
  }, 120_000);

  test('need true or false.', async () => {
    settings({ newFunction: 'yes' });
    await expect(node('main.ts')).rejects.toThrow(/newFunction must be true or false/);
  }, 120_000);
});
