/** Text to text: languages, kinds of modules, source maps, errors. */
import { translate } from 'delta-tape/plain';
import * as library from 'delta-tape';
import * as runtime from 'delta-tape/runtime';

const square = 'export const f = (x) => x * x;\n';

describe('Translating a module', () => {
  test('imports what it needs into a module, and requires it in a script.', () => {
    expect(translate(square, { filename: 'f.js' }).code).toMatch(
      /^import .* from ["']delta-tape\/runtime["']/,
    );
    const script = translate('exports.f = (x) => x * x;', { filename: 'f.js' }).code;
    expect(script).toMatch(/= require\(["']delta-tape\/runtime["']\)/);
    expect(script).not.toMatch('import');
  });

  test('is told the kind by the ending where the text leaves it open, or by the caller.', () => {
    const open = 'globalThis.f = (x) => x * x;';
    expect(translate(open, { filename: 'f.mts' }).code).toMatch('import');
    expect(translate(open, { filename: 'f.cts' }).code).toMatch('require');
    expect(translate(open, { filename: 'f.js' }).code).toMatch('require');
    expect(translate(open, { filename: 'f.js', sourceType: 'module' }).code).toMatch('import');
  });

  test('takes types away from TypeScript, and leaves JSX alone.', () => {
    const typed = 'type A = number;\nexport const f = (x: A): A => x * x;';
    expect(translate(typed, { filename: 'f.ts' }).code).not.toMatch(/: ?A|type A/);
    const jsx = 'export const View = ({ x }: { x: number }) => <b>{x * x}</b>;';
    const { code } = translate(jsx, { filename: 'f.tsx' });
    expect(code).toMatch('<b>');
    expect(code).not.toMatch(': number');
    expect(translate('export const V = () => <b />;', { filename: 'f.jsx' }).code).toMatch('<b />');
  });

  test('allows what files of CommonJS may do: return at the top, and be sloppy.', () => {
    const code = 'if (module.parent) return;\nvar package = 1;';
    expect(translate(code, { filename: 'f.cjs' }).code).toMatch('return');
  });

  test('keeps imports that the translation alone would not use.', () => {
    const code = `import { k, type T } from './k.js';\nexport const f = (x: T) => k * x;`;
    expect(translate(code, { filename: 'f.ts' }).code).toMatch(
      /import { k } from ["']\.\/k\.js["']/,
    );
  });
});

describe('The source map of a translation', () => {
  test('holds the source and leads back to it.', () => {
    const { map } = translate(square, { filename: '/project/src/f.ts' });
    expect(map.version).toBe(3);
    expect(map.sources).toEqual(['f.ts']);
    expect(map.sourcesContent).toEqual([square]);
    expect(map.mappings).not.toBe('');
  });
});

describe('Text that cannot be parsed', () => {
  test('is refused with file, line and column.', () => {
    const wrong = () => translate('let a = 1;\nlet b = ;', { filename: '/project/wrong.ts' });
    expect(wrong).toThrow(SyntaxError);
    expect(wrong).toThrow(/project\/wrong\.ts: .*\(2:8\)/s);
  });

  test('is refused by the language of the file: types in JavaScript, `import` in a script.', () => {
    const typed = () => translate('export const f = (x: number) => x;', { filename: 'f.js' });
    expect(typed).toThrow('f.js');
    expect(() => translate(square, { filename: 'f.cjs' })).toThrow('f.cjs');
  });
});

test('Imports and exports become those of CommonJS for a program that runs the text itself.', () => {
  const text =
    "import { grad } from 'delta-tape';\nexport const slope = grad((x: number) => x * x);";
  const { code } = translate(text, { filename: 'f.ts', sourceType: 'module', commonjs: true });
  const exports: { slope?: (x: number) => number } = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  const run = new Function('exports', 'require', code) as (
    exports: object,
    require: object,
  ) => void;
  run(exports, (name: string) => (name === 'delta-tape' ? library : runtime));
  expect(exports.slope!(3)).toBe(6);
});

test('A file that is CommonJS by its name may be translated as such.', () => {
  const code = 'exports.f = (x) => x * x;';
  const options = { filename: 'f.cjs' };
  expect(translate(code, { ...options, commonjs: true }).code).toBe(translate(code, options).code);
});
