/** The program that a function is, with all that it calls, and where its parameters come from. */
import { definitionOf } from '../core/desugar.js';
import { bare, realParams, type Node } from '../front/syntax.js';
import { improved } from '../improve/improved.js';
import type { Func } from '../ir/ir.js';
import type { ResultForm } from '../ir/result-form.js';
import type { Part } from './argument-parts.js';
import type { Reason } from './errors.js';
import type { NamedFunction } from './module.js';
import { OwnRows } from './module-rows.js';
import { Modules } from './modules.js';
import type { ReadModule } from './options.js';
import type { Promised } from './promised-types.js';
import { codeOf, NotCode, type Code } from './specialised-code.js';
import { TypeReader } from './type-reader.js';
import { typeByUse } from './types-by-use.js';
import { ofSample, ofValue } from './types-of-values.js';

interface SourceProgram {
  readonly func: Func;
  readonly args: readonly Part[];
  readonly captured: Code['captured'];
  readonly result: ResultForm;
  readonly rows: OwnRows;
}

/**
 * @param at arguments like those that code will be given, for parameters without types
 * @param refused the error of what is refused
 */
export function programOf(
  found: NamedFunction,
  read: ReadModule | undefined,
  at: readonly unknown[],
  refused: (reason: Reason) => Error,
): SourceProgram {
  const modules = new Modules(found.module, read);
  const rejected = (reason: Reason): Error => {
    const { line } = reason;
    if (line === undefined) return refused(reason);
    const place = modules.placeOf(line);
    if (place.file === undefined) return refused(reason);
    const what = `${place.file}, line ${place.line}: ${reason.what}`;
    return refused({ ...reason, what, line: undefined });
  };
  const code = (of: NamedFunction, types: Parameters<typeof codeOf>[1], rows: OwnRows): Code => {
    try {
      return codeOf(of, types, modules, rows);
    } catch (error) {
      if (!(error instanceof NotCode)) throw error;
      const { why, line, instead } = error;
      throw rejected({ what: why, line, instead });
    }
  };
  const rows = new OwnRows((_, reason) => rejected(reason), code);
  const { func, ...others } = code(found, parametersOf(found, modules, at), rows);
  return { func: improved(func), rows, ...others };
}

/** The parameters of a function, with their names and types. */
function parametersOf(
  { node, module }: NamedFunction,
  modules: Modules,
  at: readonly unknown[],
): readonly (readonly [string, Promised])[] {
  const types = new TypeReader(modules);
  return realParams<Node>(node.params).map((param, k) => {
    const inner = param.type === 'AssignmentPattern' ? param.left : param;
    const name = inner.type === 'Identifier' ? inner.name : '';
    const annotation = 'typeAnnotation' in inner ? inner.typeAnnotation : null;
    if (annotation != null) return [name, optional(types.in(module, annotation as Node), inner)];
    if (k < at.length) return [name, ofSample(at[k])];
    if (param.type === 'AssignmentPattern') return [name, ofValue(bare(param.right))];
    return [name, byUse(node, inner, k)];
  });
}

const optional = (type: Promised, node: Node): Promised =>
  'optional' in node && node.optional === true
    ? { tag: 'other', why: 'what may be missing', mayHoldReals: true }
    : type;

function byUse(node: NamedFunction['node'], param: Node, k: number): Promised {
  const core = definitionOf(node as never, '', false, []);
  if (core.tag !== 'closure' || param.type === 'RestElement')
    return { tag: 'other', why: 'a parameter without a type', mayHoldReals: true };
  return typeByUse(core.f, core.f.params[k]);
}
