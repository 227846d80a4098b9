/**
 * Where the gradient as a file computes which number. Every operation of the file hands its number on while the file runs, so
 * that places are found by what they compute: it does not matter how the compiler has simplified the code.
 */
import { parse } from '@babel/parser';
import { translate } from 'delta-tape/plain';
import type { Computed, Span } from './messages.js';
import type { Callable, Modules } from './program.js';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A name that no program has. */
const HAND_ON = '$handedOn';
/** Numbers beyond this many are not kept: a long loop would fill the page. */
const MOST = 50_000;

const operations = /^(Binary|Unary|Call|Conditional|Assignment)Expression$/;

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const inner of value) yield* nodesIn(inner);
  } else if (typeof value === 'object' && value !== null && 'type' in value) {
    const node = value as Node;
    yield node;
    for (const [key, inner] of Object.entries(node)) if (key !== 'loc') yield* nodesIn(inner);
  }
}

interface Handing {
  readonly code: string;
  readonly spans: readonly Span[];
  /** The names of the parameters of the function that the file exports. */
  readonly parameters: readonly (string | undefined)[];
}

/** The text with each operation within a call that gets its number. */
function handingOn(text: string): Handing {
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  const spans: Span[] = [];
  let parameters: (string | undefined)[] = [];
  for (const { type, start, end, declaration, operator } of nodesIn(program)) {
    // What only puts a number somewhere computes none.
    if (operations.test(type) && operator !== '=') spans.push({ from: start, to: end });
    const { params } = (declaration ?? {}) as { params?: readonly { name?: string }[] };
    if (type === 'ExportNamedDeclaration' && params !== undefined) {
      parameters = params.map(({ name }) => name);
    }
  }
  // At one place, what ends there closes before anything opens, and the outer opens first.
  const edits = spans.flatMap(({ from, to }, k) => [
    { at: from, text: `${HAND_ON}(${k}, `, order: -to },
    { at: to, text: ')', order: -Infinity },
  ]);
  edits.sort((a, b) => a.at - b.at || a.order - b.order);
  let code = '';
  let done = 0;
  for (const edit of edits) {
    code += text.slice(done, edit.at) + edit.text;
    done = edit.at;
  }
  return { code: code + text.slice(done), spans, parameters };
}

/** A run of the file, which tells what its operations computed. */
export class FileRun {
  private readonly spans: readonly Span[];
  private readonly f: Callable;
  private values: number[][] = [];
  private left = 0;

  /** The parameters behind those of the user's function: what it uses from outside. */
  private readonly captured: readonly (string | undefined)[];

  /** @param count how many arguments the user's function has */
  constructor(text: string, name: string, count: number, modules: Modules) {
    const { code, spans, parameters } = handingOn(text);
    this.spans = spans;
    this.captured = parameters.slice(count);
    const made = translate(code, { filename: 'file.ts', sourceType: 'module', commonjs: true });
    const body = (0, eval)(`(function (exports, require, ${HAND_ON}) {${made.code}\n})`) as (
      ...given: unknown[]
    ) => void;
    const exports: Record<string, unknown> = {};
    body(exports, (specifier: string) => modules[specifier], this.handOn);
    this.f = exports[`${name}Gradient`] as Callable;
  }

  private readonly handOn = (place: number, value: unknown): unknown => {
    if (typeof value === 'number' && this.left > 0) {
      this.left--;
      this.values[place].push(value);
    }
    return value;
  };

  /**
   * @param constants what the file may take from outside of the function; without all that it asks for, nothing is found
   * @throws whatever the file throws, such as where it has no derivative
   */
  at(args: readonly unknown[], constants: ReadonlyMap<string, unknown>): Computed[] {
    const captured = this.captured.map((name) => constants.get(name ?? ''));
    if (captured.includes(undefined)) return [];
    this.values = this.spans.map(() => []);
    this.left = MOST;
    this.f(...args, ...captured);
    return this.spans.map((span, k) => ({ ...span, values: this.values[k] }));
  }
}
