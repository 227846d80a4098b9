/** Habits of translated English, which the pages, the messages and the comments do without. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** Each habit, with what to write in its place, and a sentence that has it. */
const habits: readonly (readonly [habit: RegExp, instead: string, example: string])[] = [
  [
    /\b(derivatives?|gradients?|slopes?|differentiates?d?|Jacobians?|Hessians?|partials?) by (its|the|an?|all|every|each|some|this|those|these|one|`?[a-z]\w{0,2}`?(?=[\s,.;:)]|$))/,
    'with respect to',
    'the derivative by x',
  ],
  [
    /(?<!\b(there|here|it|where) )\b(is|are|was|were) no (?!longer|more\b|less\b|better|worse|need|doubt|matter|such|faster|slower|larger|smaller|greater|later|wider|bigger|different)/i,
    'is not a …',
    'This is no number.',
  ],
  [
    /\b(does|do|did) not arrive\b/,
    'does not converge, does not reach',
    'The solver does not arrive.',
  ],
  [/\bdata (do|does|did) not tell\b/, 'do not determine', 'The data do not tell a and b apart.'],
  [/\b[Ww]ays in\b/, 'loaders, how to set it up', 'Ways in'],
  [/\bBy the command\b/, 'On the command line', 'By the command'],
  [
    /\b(is|be|are|was) told (of|that|to|by|what|which|how|where)\b/,
    'is given, receives, learns',
    'what a run is told of',
  ],
  [/\b1 (iterations|steps|bindings|rows|arguments|evaluations)\b/, 'the singular', '1 iterations'],
  [/\b(a|an) undefined\b/, 'undefined', 'which is a undefined'],
  [
    /^\s*(\/\*\*|\*) (What|Whether|How) (?!a new|to )/,
    'subject, verb, object',
    '/** What is there. */',
  ],
];

const folders = ['docs', 'src', 'site/explorer', 'site/documentation/pages', 'examples'];
const texts = [
  'README.md',
  'CONTRIBUTING.md',
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(md|ts|tsx)$/.test(file) && !/node_modules/.test(file))
      .map((file) => `${folder}/${file}`),
  ),
];
/** Prose: all of a page but its code; the comments and the texts of a module. */
function proseOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const isPage = path.endsWith('.md');
  const bare = isPage
    ? text.replace(/^```[^]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
    : text;
  return bare.split('\n').map((line) => (isPage ? line.replace(/`[^`]*`/g, 'x') : line));
}

describe('The English of the project', () => {
  test.each(texts)('in %s is native.', (path) => {
    const found = proseOf(path).flatMap((line, at) =>
      habits
        .filter(([habit]) => habit.test(line))
        .map(([, instead]) => `${path}:${at + 1}: ${line.trim()} (${instead})`),
    );
    expect(found).toEqual([]);
  });

  test.each(habits)('is checked for %s.', (habit, _, example) => {
    expect(example).toMatch(habit);
  });
});
