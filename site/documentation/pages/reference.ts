/** The reference, docs/api.md, as a page for each entry point, with an anchor for each export. */
import { linesOf, slugOf } from './markdown.js';

export interface Section {
  /** Such as `delta-tape/learn`. */
  readonly entry: string;
  /** The page, from the root of the site. */
  readonly path: string;
  readonly text: string;
  readonly names: readonly string[];
}

const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

const fileOf = (entry: string): string =>
  `reference/${entry === 'delta-tape' ? 'main' : entry.replace('delta-tape/', '').replaceAll('/', '-')}.md`;

const idsOf = (names: readonly string[], taken: string): string =>
  names
    .filter((name) => name !== taken)
    .map((name) => `<a id="${name}"></a>`)
    .join('');

/** A line with an anchor for each export that it is about. */
function anchored(line: string, names: string[]): string {
  if (line.startsWith('### ')) {
    const found = codes(line);
    names.push(...found);
    const ids = idsOf(found, slugOf(line.slice(4)));
    const heading = line.slice(1);
    return ids === '' ? heading : `${ids}\n\n${heading}`;
  }
  if (/^#{4}/.test(line)) return line.slice(1);
  if (!line.startsWith('| ')) return line;
  const [, first, ...rest] = line.split('|');
  const found = codes(first);
  names.push(...found);
  return ['', ` ${idsOf(found, '')}${first.trim()} `, ...rest].join('|');
}

/** @returns what stands before the first entry point, and the sections */
export function sectionsOf(markdown: string): {
  readonly head: string;
  readonly sections: Section[];
} {
  const head: string[] = [];
  const found: { entry: string; lines: string[]; names: string[] }[] = [];
  for (const { line, isCode } of linesOf(markdown)) {
    const entry = isCode ? undefined : /^## `(delta-tape[^`]*)`$/.exec(line)?.[1];
    const last = found.at(-1);
    if (entry !== undefined) found.push({ entry, lines: [`# ${entry}`], names: [] });
    else if (last === undefined) head.push(line);
    else last.lines.push(isCode ? line : anchored(line, last.names));
  }
  const sections = found.map(({ entry, lines, names }) => ({
    ...{ entry, names, path: fileOf(entry) },
    text: lines.join('\n'),
  }));
  return { head: head.join('\n'), sections };
}

/** The page that lists all exports. */
export const indexOf = (head: string, sections: readonly Section[]): string =>
  [
    head,
    ...sections.flatMap(({ entry, path, names }) => [
      `## [\`${entry}\`](${path.replace('reference/', '')})`,
      '',
      names.map((name) => `[\`${name}\`](${path.replace('reference/', '')}#${name})`).join(' '),
      '',
    ]),
  ].join('\n');
