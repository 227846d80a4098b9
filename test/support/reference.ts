/**
 * The reference, docs/api.md: a section for each entry point. What it says is about the names in
 * code in its headings of the third level and in the first cells of its tables. The `typescript`
 * block below such a heading has the declarations of its names.
 */
import { Library, type Export } from './typescript.js';

export const entries = {
  'delta-tape': 'src/index.ts',
  'delta-tape/delta': 'src/delta/index.ts',
  'delta-tape/monad': 'src/monad/index.ts',
  'delta-tape/solve': 'src/solve/index.ts',
  'delta-tape/learn': 'src/learn/index.ts',
  'delta-tape/learn/inference': 'src/learn/inference/index.ts',
  'delta-tape/learn/node': 'src/learn/node/index.ts',
  'delta-tape/learn/machines': 'src/learn/machines/index.ts',
  'delta-tape/functional': 'src/functional/index.ts',
  /** Beside the functions of numpy-ts. */
  'delta-tape/numpy': 'src/numpy/functional/index.ts',
  'delta-tape/nn': 'src/nn/index.ts',
  'delta-tape/plain': 'src/plain/index.ts',
  'delta-tape/compile': 'src/plain/source/index.ts',
  'delta-tape/runtime': 'src/plain/runtime/index.ts',
};
export type Entry = keyof typeof entries;

export type Exports = Readonly<Record<Entry, readonly Export[]>>;

export const entryNames = Object.keys(entries) as Entry[];

/** The exports of each entry point. */
export const exportsOf = (library: Library): Exports =>
  Object.fromEntries(
    entryNames.map((entry) => [entry, library.exportsOf(entries[entry])]),
  ) as unknown as Exports;

const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

const namesOf = (line: string): string[] => {
  if (line.startsWith('### ')) return codes(line);
  return line.startsWith('| ') ? codes(line.split('|')[1]) : [];
};

const entryOf = (line: string): Entry | undefined =>
  line.startsWith('## ') ? entryNames.find((entry) => line === `## \`${entry}\``) : undefined;

/** The names that the sections of the reference are about. */
export function described(markdown: string): Record<Entry, string[]> {
  const names = Object.fromEntries(entryNames.map((entry) => [entry, []])) as unknown as Record<
    Entry,
    string[]
  >;
  let section: Entry | undefined;
  for (const line of markdown.split('\n')) {
    section = entryOf(line) ?? section;
    if (section !== undefined) names[section].push(...namesOf(line));
  }
  return names;
}

/** The reference with every declaration as the source has it. */
export function withDeclarations(markdown: string, exports: Exports): string {
  const result: string[] = [];
  let section: Entry = 'delta-tape';
  let names: string[] = [];
  let inside = false;
  for (const line of markdown.split('\n')) {
    section = entryOf(line) ?? section;
    if (line.startsWith('### ')) names = namesOf(line);
    if (inside && line !== '```') continue;
    inside = line === '```typescript';
    result.push(line);
    if (!inside) continue;
    const declarations = names.map((name) => exports[section].find((item) => item.name === name));
    result.push(...declarations.map((item) => item?.declaration ?? '(no such export)'));
  }
  return result.join('\n');
}
