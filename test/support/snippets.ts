/**
 * Snippets of the documentation: found, run, and compared with what they promise.
 *
 * A `ts` block is a module of its own. What it prints with `console.log` is the `text`
 * block that follows it; a snippet that prints nothing has none. An error that ends a
 * snippet counts as printed. A `ts plain` block is translated first, as by the loaders of plain
 * TypeScript.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import ts from 'typescript';
import type * as Plain from 'delta-tape/plain';

export interface Snippet {
  /** The file and the line of its first line, such as `README.md:12`. */
  readonly place: string;
  readonly code: string;
  /** True if it is translated before it runs. */
  readonly isPlain: boolean;
  /** The output that it must print. */
  readonly output: string;
  /** The lines that the snippet and its output take in the file, fences included. */
  readonly lines: readonly [start: number, end: number];
}

export interface Document {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** The documentation: Markdown files of the repository's root and of docs. */
export const documentsIn = (root: string): Document[] =>
  [
    '',
    ...[
      'docs',
      'docs/tutorials',
      'docs/how-to',
      'docs/design-notes',
      'docs/examples',
      'docs/papers',
    ],
  ].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => {
        const path = join(root, folder, file);
        const name = folder === '' ? file : `${folder}/${file}`;
        return { name, path, text: readFileSync(path, 'utf8') };
      }),
  );

/** Answers a snippet's imports, as `require` does. */
export type Load = (specifier: string) => unknown;

const width = 100;

/** The snippets of one Markdown file. Throws if a `text` block follows no snippet. */
export function snippetsIn(name: string, markdown: string): Snippet[] {
  const lines = markdown.split('\n');
  const snippets: Snippet[] = [];
  /** The lines between a fence and the next closing one. */
  const blockAt = (start: number): { readonly text: string; readonly end: number } => {
    const end = lines.indexOf('```', start + 1);
    if (end < 0) throw new Error(`${name}:${start + 1}: the block does not end.`);
    return { text: lines.slice(start + 1, end).join('\n'), end };
  };
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] === '```text') throw new Error(`${name}:${at + 1}: the output of no snippet.`);
    if (!lines[at].startsWith('```')) continue;
    const { text: code, end } = blockAt(at);
    const start = at;
    at = end;
    const isPlain = lines[start] === '```ts plain';
    if (lines[start] !== '```ts' && !isPlain) continue;
    const next = lines[end + 1] === '' ? end + 2 : end + 1;
    const output = lines[next] === '```text' ? blockAt(next) : { text: '', end };
    at = output.end;
    const place = `${name}:${start + 2}`;
    snippets.push({ place, code, isPlain, output: output.text, lines: [start, at] });
  }
  return snippets;
}

export interface Outcome {
  readonly printed: string;
  readonly exported: Readonly<Record<string, unknown>>;
}

/** Its types taken away, as CommonJS. */
const stripped = (code: string): string =>
  ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  }).outputText;

/** Its translation, as CommonJS in which imported names stay as they are, to be read. */
function translated(code: string, load: Load): string {
  const { translate } = load('delta-tape/plain') as typeof Plain;
  return translate(code, { filename: 'snippet.ts' })
    .code.replace(
      /^import \{(.*)\} from (.*);$/gm,
      (_, names: string, from: string) =>
        `const {${names.replaceAll(' as ', ': ')}} = require(${from});`,
    )
    .replace(/^import \* as (\w+) from (.*);$/gm, 'const $1 = require($2);')
    .replace(/^import (["'].*["']);$/gm, 'require($1);');
}

/** A function in whose text things may be awaited, as in a module. */
const AsyncFunction = (async () => {}).constructor as typeof Function;

/** Runs TypeScript text as a module. */
export async function run(code: string, load: Load, isPlain = false): Promise<Outcome> {
  const text = isPlain ? translated(code, load) : stripped(code);
  const printed: string[] = [];
  const exported: Record<string, unknown> = {};
  const log = (...args: readonly unknown[]) => void printed.push(format(...args));
  const body = AsyncFunction('require', 'exports', 'console', text) as (
    ...environment: readonly unknown[]
  ) => Promise<void>;
  try {
    await body(load, exported, { log });
  } catch (error) {
    printed.push(wrap(String(error)));
  }
  return { printed: printed.join('\n'), exported };
}

/** Breaks a long line between words. */
function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? word : `${lines[last]} ${word}`;
    if (longer.length <= width) lines[last] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** The output of a snippet in the place of the promised one; undefined if it keeps its word. */
export async function complaint(
  { place, code, isPlain, output }: Snippet,
  load: Load,
): Promise<string | undefined> {
  const { printed } = await run(code, load, isPlain);
  if (printed === output) return undefined;
  return `${place} prints\n${printed}\nbut the document says\n${output}`;
}

/** The same file with every output as its snippet prints it. */
export async function refreshed(name: string, markdown: string, load: Load): Promise<string> {
  const lines = markdown.split('\n');
  for (const { code, isPlain, lines: range } of snippetsIn(name, markdown).reverse()) {
    const { printed } = await run(code, load, isPlain);
    const output = printed === '' ? [] : ['', '```text', ...printed.split('\n'), '```'];
    const [start, end] = range;
    const replaced = [lines[start], ...code.split('\n'), '```', ...output];
    lines.splice(start, end - start + 1, ...replaced);
  }
  return lines.join('\n');
}
