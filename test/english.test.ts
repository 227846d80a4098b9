/**
 * Habits of translated English, which the pages, the messages and the comments do without. A table has each
 * habit, and each row shows a sentence that the habit is found in.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** A habit, the native way to write it, and a sentence that has the habit. */
type Row = readonly [habit: RegExp, instead: string, example: string];

/** Words after "no" that are at home behind "is". */
const comparisons =
  'longer|more|less|better|worse|need|doubt|matter|such|faster|slower|larger|smaller|greater|later|wider|bigger|further|different';

const prose: readonly Row[] = [
  [
    /\b(derivatives?|gradients?|slopes?|differentiates?d?|Jacobians?|Hessians?|partials?) by (its|the|an?|all|every|each|some|this|those|these|one|`?[a-z]\w{0,2}`?(?=[\s,.;:)]|$))/,
    'with respect to',
    'The derivative by x is 2.',
  ],
  [
    new RegExp(
      `(?<!\\b(there|here|it|where) )\\b(is|are|was|were) no (?!(${comparisons})\\b)`,
      'i',
    ),
    'is not a …',
    'The output is no real.',
  ],
  [
    /\b(has|have) not (an?|the|any|all|its|one)\b/,
    'does not have',
    'The tree has not the shape of the first.',
  ],
  [/\bmay be told\b/, 'the options of', 'Options that a sampler may be told.'],
  [/\ban option is none\b/, 'an option is unknown', 'It throws if an option is none.'],
  [/\b(does|do|did) not arrive\b/, 'does not converge', 'The solver does not arrive.'],
  [/\bdata (do|does|did) not tell\b/, 'do not determine', 'The data do not tell a and b apart.'],
  [/\b(Ways in\b|ways in (?!which))/, 'loaders', 'There are many ways in to plain TypeScript.'],
  [/\bBy the command\b/, 'on the command line', 'By the command'],
  [
    /\b(is|be|are|was) told (of|that|to|by|what|which|how|where)\b/,
    'receives, learns',
    'The run is told of each step.',
  ],
  [
    /\b1 (iterations|steps|bindings|rows|arguments|evaluations)\b/,
    'the singular',
    'The run took 1 iterations.',
  ],
  [/\b(a|an) undefined\b/, 'undefined', 'It was called on undefined, which is a undefined.'],
];

const comment: Row = [
  /^(What|Whether|How) (?!a new|to )/,
  'a verb in the third person for a function, a noun for data',
  'Whether a value is a real.',
];

/** Folders whose comments are not walked, since they will be replaced by a front half that is written anew. */
const leaving = ['src/plain/lower/', 'src/plain/joined/', 'src/plain/general/recording/'];

const folders = ['docs', 'src', 'site/explorer', 'site/documentation/pages', 'examples'];
/** Folders for those who work on the project: only the first words of their doc comments are looked at. */
const workshops = ['benchmarks', 'gradbench', 'scripts', 'test'];
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((path) => /\.(md|tsx?)$/.test(path) && !path.includes('node_modules'))
    .filter((path) => !leaving.some((start) => path.startsWith(start)));
const paths = ['README.md', 'CONTRIBUTING.md', ...[...folders, ...workshops].flatMap(filesIn)];

/** The lines of a page without its code, or all lines of a module. */
function linesOf(path: string, text: string): string[] {
  if (!path.endsWith('.md')) return text.split('\n');
  const bare = text.replace(/^```[^]*?^```/gm, (code) => code.replace(/[^\n]/g, ''));
  return bare.split('\n').map((line) => line.replace(/`[^`]*`/g, 'x'));
}

/** The doc comments of a module, each as one line, with the numbers of their first lines. */
function commentsOf(path: string, text: string): (readonly [line: number, text: string])[] {
  if (path.endsWith('.md')) return [];
  return Array.from(text.matchAll(/\/\*\*[\s*]*([^]*?)\*\//g), (match) => [
    text.slice(0, match.index).split('\n').length,
    match[1].replace(/\s*\n\s*\*\s*/g, ' '),
  ]);
}

/** The end of a line with the begin of the next one, since sentences go on there. */
function joined(line: string, next = ''): string {
  return `${line.trimEnd()} ${next.replace(/^\s*(\*(?!\/)|\/\/)?\s*/, '')}`;
}

function complaintsIn(path: string, text: string): string[] {
  const complaint = (line: number, of: string, instead: string) =>
    `${path}:${line}: ${of.trim().slice(0, 100)} (instead: ${instead})`;
  const begins = (habit: RegExp, line: string, next?: string) =>
    (habit.exec(joined(line, next))?.index ?? Infinity) < line.trimEnd().length;
  const isOfWorkshop = workshops.some((folder) => path.startsWith(`${folder}/`));
  return [
    ...(isOfWorkshop ? [] : linesOf(path, text)).flatMap((line, k, all) =>
      prose
        .filter(([habit]) => begins(habit, line, all[k + 1]))
        .map(([, instead]) => complaint(k + 1, line, instead)),
    ),
    ...commentsOf(path, text)
      .filter(([, of]) => comment[0].test(of))
      .map(([line, of]) => complaint(line, of, comment[1])),
  ];
}

describe('The English of the project', () => {
  test('has none of the habits of translated sentences.', () => {
    const all = paths.flatMap((path) => complaintsIn(path, readFileSync(join(root, path), 'utf8')));
    expect(paths.length).toBeGreaterThan(1000);
    expect(all).toEqual([]);
  });

  test.each(prose.map(([, instead, example]) => [example, instead]))(
    'does without: %s',
    (example, instead) => {
      expect(complaintsIn('docs/page.md', `A line.\n${example}`)).toEqual([
        `docs/page.md:2: ${example} (instead: ${instead})`,
      ]);
      expect(complaintsIn('src/module.ts', `// ${example}`)).toHaveLength(1);
      const words = example.split(' ');
      for (let k = 1; k < words.length; k++) {
        const [one, other] = [words.slice(0, k), words.slice(k)].map((part) => part.join(' '));
        expect(complaintsIn('src/module.ts', `// ${one}\n// ${other}`)).toHaveLength(1);
      }
    },
  );

  test('is not checked in the code of a page.', () => {
    expect(complaintsIn('docs/page.md', '```ts\n// This is no real.\n```\nA line.')).toEqual([]);
    expect(complaintsIn('docs/page.md', 'The text `is no real` is quoted.')).toEqual([]);
  });

  test.each([`/** ${comment[2]} */`, `/**\n * ${comment[2]} More of it.\n */`])(
    'is checked for the first word of %j.',
    (text) => {
      expect(complaintsIn('src/module.ts', `const x = 1;\n${text}`)).toEqual([
        expect.stringContaining('src/module.ts:2: Whether a value is a real.'),
      ]);
    },
  );

  test('is checked in the doc comments of tests, and not in their titles.', () => {
    expect(complaintsIn('test/a.test.ts', `/** ${comment[2]} */`)).toHaveLength(1);
    expect(complaintsIn('test/a.test.ts', "test('This is no real.', f);")).toEqual([]);
  });

  test.each(['/** True if a value is a real. */', '// What follows is fast.'])(
    'takes %s.',
    (text) => expect(complaintsIn('src/module.ts', text)).toEqual([]),
  );
});
