/** The parameters of a function, by its text: so an argument that was forgotten is not taken for undefined. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { counted } from '../learn/runs/aligned-text.js';
import { functionByName, moduleOf } from '../plain/source/module.js';
import { realParams } from '../plain/front/syntax.js';
import { Failure } from './failure.js';

type Callable = (...args: unknown[]) => unknown;

interface Parameters {
  readonly names: readonly string[];
  /** The fewest and the most arguments that a call gives. */
  readonly least: number;
  readonly most: number;
}

/** Refuses more or fewer arguments than a function takes. Nothing is refused where its text is not found. */
export function insistOnArguments(
  f: Callable,
  subject: string,
  file: string,
  name: string,
  count: number,
): void {
  const parameters = parametersOf(f, file, name);
  if (parameters === null) return;
  const { names, least, most } = parameters;
  if (count >= least && count <= most) return;
  const takes = `${subject} takes ${counted(most, 'argument')}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
  const given = `--at gives ${count}`;
  throw new Failure(
    count < least
      ? `${takes}, and ${given}: ${names.slice(count, least).join(', ')} ${least - count === 1 ? 'is' : 'are'} missing. Write --at once for each argument.`
      : `${takes}, and ${given}. Leave out --at for what it does not take.`,
  );
}

/**
 * Finds the parameters in the declaration of the function: in the module, or in its text if it is
 * JavaScript.
 */
function parametersOf(f: Callable, file: string, name: string): Parameters | null {
  const own = /\.[cm]?ts$/.test(file) ? null : parametersIn(`const f = ${String(f)}`, 'f.js', 'f');
  return parametersIn(textOf(file), basename(file), name) ?? own;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parametersIn(text: string, filename: string, name: string): Parameters | null {
  try {
    const { node } = functionByName(moduleOf(text, filename), name);
    const params = realParams(node.params);
    const needed = params.map((param) => {
      if (param.type === 'RestElement' || param.type === 'AssignmentPattern') return false;
      return !('optional' in param && param.optional === true);
    });
    return {
      names: params.map(nameOf),
      least: needed.lastIndexOf(true) + 1,
      most: params.at(-1)?.type === 'RestElement' ? Infinity : params.length,
    };
  } catch {
    return null;
  }
}

/** The name of a parameter; a pattern has none. */
function nameOf(param: { readonly type: string }, place: number): string {
  const { name, left, argument } = param as {
    readonly name?: string;
    readonly left?: { readonly name?: string };
    readonly argument?: { readonly name?: string };
  };
  return name ?? left?.name ?? argument?.name ?? `argument ${place}`;
}
