/**
 * The examples of docstrings: found, made complete modules, run, and compared
 * with the values they tell.
 */
import ts from 'typescript';
import { run, type Load } from './snippets.js';
import type { Export } from './typescript.js';

export interface Example {
  /** The file and the line of the tag, such as `src/core/real.ts:57`. */
  readonly place: string;
  readonly code: string;
}

/** Whatever follows `@example` in the docstrings of a file, up to the next tag. */
export function examplesIn(name: string, source: string): Example[] {
  return [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((comment) =>
    [...comment[0].matchAll(/@example\s([\s\S]*?)(?=@\w|\*\/)/g)].map((tag) => {
      const line = source.slice(0, comment.index + tag.index).split('\n').length;
      const code = tag[1].replace(/^ *\* ?/gm, '').trim();
      return { place: `${name}:${line}`, code };
    }),
  );
}

/** An example with the imports it needs from one entry point, and more text before it. */
export function complete(code: string, from: string, exports: readonly Export[], before = '') {
  const used = exports.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(before + code));
  const names = used.map(({ name, isType }) => (isType ? `type ${name}` : name));
  return `import { ${names.join(', ')} } from '${from}';\n${before}${code}`;
}

/** Statements that are expressions with a comment after them become exports of the two. */
function withExports(code: string): { code: string; told: string[] } {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true);
  const told: string[] = [];
  const rewritten = source.statements.map((statement, k) => {
    const end = source.statements.at(k + 1)?.getStart() ?? code.length;
    const comments = [...code.slice(statement.end, end).matchAll(/\/\/ ?(.*)/g)];
    const isClaim = ts.isExpressionStatement(statement) && comments.length > 0;
    if (!isClaim) return statement.getFullText();
    const position = told.push(comments.map((comment) => comment[1]).join('\n')) - 1;
    const found = `export const found${position} = ${statement.expression.getText()};\n`;
    // What stands before a last equals sign is an explanation.
    const value = told[position].split(' = ').at(-1)!;
    return isExpression(value) ? `${found}export const told${position} = (${value});\n` : found;
  });
  return { code: rewritten.join('\n'), told };
}

function isExpression(text: string): boolean {
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- parsed, and not called
    new Function(`(${text});`);
    return true;
  } catch {
    return false;
  }
}

/** Structurally the same, with numbers as near as double precision allows. */
export function same(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    if (Object.is(one, other)) return true;
    return Math.abs(one - other) <= 1e-12 * Math.max(1, Math.abs(other));
  }
  if (typeof one !== 'object' || typeof other !== 'object') return Object.is(one, other);
  if (one === null || other === null) return one === other;
  const keys = Object.keys(one);
  const entry = (value: object, key: string) => (value as Record<string, unknown>)[key];
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(entry(one, key), entry(other, key)))
  );
}

/** Lists what is wrong with a complete example: it throws, or its values are not those it tells. */
export async function exampleComplaints({ place, code }: Example, load: Load): Promise<string[]> {
  const { code: module, told } = withExports(code);
  const { printed, exported } = await run(module, load);
  if (printed !== '') return [`${place} prints ${printed}`];
  return told.flatMap((text, k) => {
    const found = exported[`found${k}`];
    const key = `told${k}`;
    if (
      typeof found === 'string' ? found === text : key in exported && same(found, exported[key])
    ) {
      return [];
    }
    return [`${place} is ${JSON.stringify(found)}, but the example says ${text}`];
  });
}
