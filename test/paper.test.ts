/** docs/paper.md says where each figure is. A name that moves must move there, too. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');

/** The names that a source declares: at its top, and as members of its classes. */
function declaredIn(text: string): Set<string> {
  const names = new Set<string>();
  const add = (name: ts.Node | undefined) => {
    if (name !== undefined && ts.isIdentifier(name)) names.add(name.text);
  };
  for (const statement of ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest).statements) {
    if (ts.isVariableStatement(statement)) {
      statement.declarationList.declarations.forEach(({ name }) => add(name));
    } else if (ts.isClassDeclaration(statement)) {
      add(statement.name);
      statement.members.forEach(({ name }) => add(name));
    } else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    ) {
      add(statement.name);
    }
  }
  return names;
}

/** The claims of rows of the table that the sources do not fulfil. */
function missingFrom(page: string, read: (path: string) => string): string[] {
  const rows = [...page.matchAll(/^\| .* \| `(src\/[^`]*)` \| (.*) \|$/gm)];
  if (rows.length === 0) throw new Error('the page has no rows');
  return rows.flatMap(([, path, names]) => {
    const declared = declaredIn(read(path));
    return [...names.matchAll(/`([^`]+)`/g)]
      .filter(([, name]) => !declared.has(name))
      .map(([, name]) => `${path} has no ${name}`);
  });
}

const page = readFileSync(join(root, 'docs/paper.md'), 'utf8');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('Every name that the page of the paper mentions is where the page says.', () => {
  expect(missingFrom(page, read)).toEqual([]);
});

test.each(readdirSync(join(root, 'docs/papers')))(
  'Names stand where docs/papers/%s says.',
  (name) => {
    const own = readFileSync(join(root, 'docs/papers', name), 'utf8');
    const tests = [...own.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path]) => path);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    if (own.includes('| where | names |')) expect(missingFrom(own, read)).toEqual([]);
  },
);

/** From one number to another, such as 6.7 to 6.14. */
function between(from: string, to: string): string[] {
  const [prefix, first] = [from.replace(/\d+$/, ''), Number(/\d+$/.exec(from)![0])];
  const last = Number(/\d+$/.exec(to)![0]);
  return Array.from({ length: last - first + 1 }, (_, k) => `${prefix}${first + k}`);
}

/** The numbers that a page mentions after words such as Fig. and Figs. */
function mentioned(text: string, word: string): Set<string> {
  const number = '\\d+(?:\\.\\d+)*';
  const lists = text.matchAll(
    new RegExp(`\\b${word}\\.? (${number}(?:(?:, | and | to )${number})*)`, 'g'),
  );
  return new Set(
    [...lists].flatMap(([, list]) => {
      const parts = list.split(/, | and /);
      return parts.flatMap((part) => {
        const [from, to = from] = part.split(' to ');
        return between(from, to);
      });
    }),
  );
}

/** The numbered items of the papers. */
const items: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'krawiec.md': {
    'Figs?': between('1', '15'),
    'Lemmas?': ['1', '6', '10', '11'],
    'Theorems?': ['3', '4', '5'],
    'Propositions?': ['2'],
    'Definitions?': ['7', '8', '9'],
  },
  'brunel-mazza-pagani.md': {
    'Figs?': ['1', '2'],
    'Tables?': ['1', '2', '3'],
    'Propositions?': ['1', '2', '4', '5', '6', '8', '12', '17'],
    'Lemmas?': ['3', '7', '11', '13', '14', '18', '19', '20'],
    '(?:Theorem|Corollary|Def)s?': ['9', '10', '15', '16'],
  },
  'huot-shaikhha.md': {
    'Figs?': between('1', '17'),
    'Examples?': ['1.1', '1.2', '3.1', '4.1', '4.2', '5.2', '5.5'],
    'Lemmas?': ['3.2', '4.3', '4.4', '4.5', '5.1', '5.3'],
    'Theorems?': ['5.4', '6.15'],
    'Definitions?': between('6.1', '6.8'),
    'Propositions?': between('6.7', '6.14'),
  },
  'abadi-plotkin.md': {
    'Figs?': between('1', '8'),
    'Lemmas?': ['3.2', ...between('5.1', '5.3'), ...between('6.4', '6.6')],
    '(?:Proposition|Theorem|Corollary)s?': ['3.3', '4.1', '6.1', '6.2', '6.3', '6.7'],
  },
  'mak-ong.md': {
    'Figs?': between('1', '5'),
    'Examples?': [...between('3.1', '3.4'), '3.7', '3.9', ...between('4.1', '4.3'), '4.9'],
    'Remarks?': ['2.1', '2.2', '3.5', '3.6'],
    'Lemmas?': ['3.8', '4.4', '4.5', '5.1'],
    '(?:Theorem|Corollary|Corollaries)': ['4.6', '4.7', '4.8', '5.2'],
  },
};

test.each(Object.entries(items))(
  'docs/papers/%s has every numbered item of the paper.',
  (name, own) => {
    const text = readFileSync(join(root, 'docs/papers', name), 'utf8');
    const missing = Object.entries(own).flatMap(([word, numbers]) => {
      const found = mentioned(text, word);
      return numbers.filter((number) => !found.has(number)).map((number) => `${word} ${number}`);
    });
    expect(missing).toEqual([]);
  },
);

test('The check of items reads lists and ranges.', () => {
  const found = mentioned('Figs. 2 to 4, 7 and 9; Fig. 12', 'Figs?');
  expect([...found]).toEqual(['2', '3', '4', '7', '9', '12']);
});

test('The page has all figures that are programs.', () => {
  for (const figure of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15]) {
    expect(page).toMatch(new RegExp(`^\\| Figs?\\. (\\d+, )?${figure}\\b`, 'm'));
  }
});

test('The check objects to a name that has moved.', () => {
  const row = '| Fig. 1 | moved | `src/a.ts` | `here`, `gone` |';
  expect(missingFrom(row, () => 'export const here = 1;')).toEqual(['src/a.ts has no gone']);
});
