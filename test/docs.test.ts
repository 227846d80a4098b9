/**
 * The documentation is executed: snippets, examples of docstrings, the reference
 * and the page of primitives.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languagePage } from '../scripts/language-page.js';
import { loadersPage } from '../scripts/loaders-page.js';
import { primitivesPage } from '../scripts/primitives-page.js';
import { complete, exampleComplaints, examplesIn, same } from './support/examples.js';
import {
  described,
  entries,
  entryNames,
  exportsOf,
  withDeclarations,
  type Entry,
} from './support/reference.js';
import {
  complaint,
  documentsIn,
  refreshed,
  run,
  snippetsIn,
  type Load,
} from './support/snippets.js';
import { Library } from './support/typescript.js';

// Snippets print what they print outside of Jest, for which some errors have advice of their own.
delete process.env['JEST_WORKER_ID'];

const root = join(__dirname, '..');
const load: Load = require;
const documents = documentsIn(root);
const textOf = (name: string) => documents.find((document) => document.name === name)!.text;
const snippets = documents.flatMap(({ name, text }) => snippetsIn(name, text));

const library = new Library(root, Object.values(entries), new Map());
const exported = exportsOf(library);

/** Examples see the exports of the entry point that their file belongs to. */
const entryOf = (path: string): Entry =>
  path.includes('/monad/')
    ? 'delta-tape/monad'
    : path.includes('/delta/')
      ? 'delta-tape/delta'
      : path.startsWith('src/functional/')
        ? 'delta-tape/functional'
        : path.includes('/solve/')
          ? 'delta-tape/solve'
          : path.includes('/learn/machines/')
            ? 'delta-tape/learn/machines'
            : path.includes('/learn/node/')
              ? 'delta-tape/learn/node'
              : path.includes('/learn/inference/')
                ? 'delta-tape/learn/inference'
                : path.includes('/learn/')
                  ? 'delta-tape/learn'
                  : path.includes('/numpy/')
                    ? 'delta-tape/numpy'
                    : path.includes('/nn/')
                      ? 'delta-tape/nn'
                      : path.includes('/plain/runtime/')
                        ? 'delta-tape/runtime'
                        : /\/plain\/(source|monadic)\//.test(path)
                          ? 'delta-tape/compile'
                          : path.includes('/plain/')
                            ? 'delta-tape/plain'
                            : 'delta-tape';
/** The imports that examples of the monad take for granted, beside the names of its entry point. */
const given = `
import { Add, Let, Scale, Var, Zero } from 'delta-tape/delta';
const x = dual(3, Var(1));
`;
const otherNames = `import { mul } from 'delta-tape';\n`;
const operators = `import { add, cos, grad, mul, pow, sub, type Real } from 'delta-tape';\n`;
/** Where files may be written. */
const inTemporaryFolder = `
import { tmpdir } from 'node:os';
import { join } from 'node:path';
const path = join(tmpdir(), \`example-\${process.pid}.npz\`);
`;

const examples = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .flatMap((path) =>
    examplesIn(path, readFileSync(join(root, path), 'utf8')).map(({ place, code }) => {
      const entry = entryOf(path);
      const before = {
        'delta-tape': '',
        'delta-tape/delta': otherNames,
        'delta-tape/monad': given,
        'delta-tape/solve': operators,
        'delta-tape/functional': '',
        'delta-tape/learn': operators,
        'delta-tape/learn/inference': operators,
        'delta-tape/learn/machines': '',
        'delta-tape/learn/node': inTemporaryFolder,
        'delta-tape/numpy': `import * as np from 'delta-tape/numpy';\nimport { add, grad, mul, type Real } from 'delta-tape';\n`,
        'delta-tape/nn': `import * as np from 'delta-tape/numpy';\n`,
        'delta-tape/plain': '',
        'delta-tape/compile': '',
        'delta-tape/runtime': '',
      };
      return { place, code: complete(code, entry, exported[entry], before[entry]) };
    }),
  );

const mistyped = {
  place: 'a',
  code: `import { grad, mul } from 'delta-tape';\nconst x: string = grad((y) => mul(y, y))(3);`,
};
const program = new Library(
  root,
  [],
  new Map([...snippets, ...examples, mistyped].map(({ place, code }) => [place, code])),
);

describe('The snippets', () => {
  test('are found in every document that has some.', () => {
    const names = new Set(snippets.map(({ place }) => place.split(':')[0]));
    const expected = ['README.md', 'CONTRIBUTING.md', 'docs/walkthrough.md', 'docs/conventions.md'];
    expect([...names]).toEqual(expect.arrayContaining([...expected, 'docs/cost.md']));
  });

  test.each(snippets.map((snippet) => [snippet.place, snippet] as const))(
    'at %s: prints what the document says, and has no type errors.',
    async (place, snippet) => {
      expect(await complaint(snippet, load)).toBeUndefined();
      expect(program.errorsOf(place)).toEqual([]);
    },
  );
});

describe('The check of snippets', () => {
  const page = (code: string, output: string) =>
    ['before', '```ts', code, '```', '', '```text', output, '```', 'after'].join('\n');
  const printing = `import { grad, mul } from 'delta-tape';\nconsole.log(grad((x) => mul(x, x))(3));`;
  const [right] = snippetsIn('page.md', page(printing, '6'));
  const [wrong] = snippetsIn('page.md', page(printing, '7'));

  test('accepts the right output.', async () => {
    expect(await complaint(right, load)).toBeUndefined();
  });

  test('objects to a wrong output, and says where.', async () => {
    expect(await complaint(wrong, load)).toBe('page.md:3 prints\n6\nbut the document says\n7');
  });

  test('objects to output that the document does not have.', async () => {
    const [silent] = snippetsIn('page.md', ['```ts', printing, '```'].join('\n'));
    expect(await complaint(silent, load)).toMatch('prints\n6\n');
  });

  test('objects to an error that the document does not have.', async () => {
    const [failing] = snippetsIn('page.md', page(`throw new Error('no');`, ''));
    expect(await complaint(failing, load)).toMatch('Error: no');
  });

  test('objects to output that follows no snippet, and to a block without an end.', () => {
    expect(() => snippetsIn('page.md', '```text\n6\n```')).toThrow('page.md:1');
    expect(() => snippetsIn('page.md', '```ts\n6')).toThrow('page.md:1');
  });

  test('translates plain blocks, and no others.', async () => {
    const native = `import { grad } from 'delta-tape';\nconsole.log(grad((x: number) => x * x)(3));`;
    const plain = page(native, '6').replace('```ts', '```ts plain');
    expect(await complaint(snippetsIn('page.md', plain)[0], load)).toBeUndefined();
    expect(await complaint(snippetsIn('page.md', page(native, '6'))[0], load)).toMatch(
      'native operator',
    );
    expect(await refreshed('page.md', plain.replace('6', '7'), load)).toBe(plain);
  });

  test('leaves blocks in other languages alone.', () => {
    expect(snippetsIn('page.md', '```sh\nls\n```\n\n```typescript\nx\n```')).toEqual([]);
  });

  test('expects objects as Node prints them.', async () => {
    const { printed } = await run('console.log({ a: new Float64Array([1, 2]) });', load);
    expect(printed).toBe('{ a: Float64Array(2) [ 1, 2 ] }');
  });

  test('can write the right output.', async () => {
    expect(await refreshed('page.md', page(printing, '7'), load)).toBe(page(printing, '6'));
    expect(await refreshed('page.md', page('let x;', '7'), load)).not.toMatch('7');
  });

  test('objects to type errors.', () => {
    const errors = program.errorsOf(mistyped.place);
    expect(errors).toEqual(["a: Type 'number' is not assignable to type 'string'."]);
  });
});

describe('The examples of docstrings', () => {
  test('are found.', () => {
    expect(examples.length).toBeGreaterThan(20);
  });

  test('are there for all that users call, but for namesakes of Math.', () => {
    const called = entryNames.filter((entry) => entry !== 'delta-tape/runtime');
    const missing = called.flatMap((entry) =>
      exported[entry].filter(
        ({ declaration, name, hasExample }) =>
          /^(function|const) /.test(declaration) && !hasExample && !(name in Math),
      ),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test.each(examples.map((example) => [example.place, example] as const))(
    'at %s: run, are what they say, and have no type errors.',
    async (place, example) => {
      expect(await exampleComplaints(example, load)).toEqual([]);
      expect(program.errorsOf(place)).toEqual([]);
    },
  );
});

describe('The check of examples', () => {
  const check = (comment: string) => {
    const [{ place, code }] = examplesIn('a.ts', `const a = 1;\n/** A square. ${comment} */`);
    const module = complete(code, 'delta-tape', exported['delta-tape']);
    return exampleComplaints({ place, code: module }, load);
  };

  test('accepts the right value, with an explanation or without.', async () => {
    expect(await check('@example grad((x: Real) => mul(x, x))(3) // 6')).toEqual([]);
    expect(await check('@example grad((x: Real) => mul(x, x))(3) // 2x = 6')).toEqual([]);
  });

  test('objects to a wrong value, and says where.', async () => {
    expect(await check('@example grad((x: Real) => mul(x, x))(3) // 7')).toEqual([
      'a.ts:2 is 6, but the example says 7',
    ]);
  });

  test('objects to a value in words, and to text that differs.', async () => {
    expect(await check('@example grad((x: Real) => mul(x, x))(3) // six and a bit')).toHaveLength(
      1,
    );
    expect(await check('@example explain((x: Real) => x)(3) // Var t')).toHaveLength(1);
  });

  test('objects to an example that fails.', async () => {
    expect(await check(`@example mul('3' as never, 1) // 3`)).toHaveLength(1);
  });

  test('compares structures, and numbers within double precision.', () => {
    expect(same({ a: [1, 0.1 + 0.2] }, { a: [1, 0.3] })).toBe(true);
    expect(same([NaN, Infinity], [NaN, Infinity])).toBe(true);
    expect(same({ a: [1, 0.3001] }, { a: [1, 0.3] })).toBe(false);
    expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(same([1], 1)).toBe(false);
  });
});

describe('The reference', () => {
  const reference = textOf('docs/api.md');

  test.each(entryNames)('describes every export of %s, and nothing else.', (entry) => {
    const names = exported[entry].map(({ name }) => name);
    expect(described(reference)[entry].sort()).toEqual(names.sort());
  });

  test('has the declarations of the source.', () => {
    expect(reference).toBe(withDeclarations(reference, exported));
  });

  test('is compared with declarations: another one does not pass.', () => {
    const stale = reference.replace('(x: Real): number', '(x: Real): string');
    expect(stale).not.toBe(reference);
    expect(withDeclarations(stale, exported)).toBe(reference);
  });
});

describe('The page of primitives', () => {
  test('is what the rows of the table say (npm run docs:primitives).', () => {
    expect(textOf('docs/primitives.md')).toBe(primitivesPage());
  });
});

describe('The page of the language', () => {
  test('is what the rows of its tests say (npm run docs:language).', () => {
    expect(textOf('docs/language.md')).toBe(languagePage());
  });
});

describe('The page of loaders', () => {
  test('is what the example projects and their last runs say (npm run docs:loaders).', () => {
    expect(textOf('docs/loaders.md')).toBe(loadersPage(root));
  });
});
