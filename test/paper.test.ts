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

test('The page has all figures that are programs.', () => {
  for (const figure of [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15]) {
    expect(page).toMatch(new RegExp(`^\\| Figs?\\. (\\d+, )?${figure}\\b`, 'm'));
  }
});

test('The check objects to a name that has moved.', () => {
  const row = '| Fig. 1 | moved | `src/a.ts` | `here`, `gone` |';
  expect(missingFrom(row, () => 'export const here = 1;')).toEqual(['src/a.ts has no gone']);
});
