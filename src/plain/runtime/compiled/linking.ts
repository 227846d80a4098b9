/**
 * Lowered functions with those of other modules that they call: one program. What these capture becomes further
 * parameters of the whole. A program stays right as long as its imports are bound to the same functions.
 */
import { expanded } from '../../differentiate/expanded.js';
import { closed } from '../../improve/closed.js';
import { improved } from '../../improve/improved.js';
import { Substitution } from '../../improve/substitution.js';
import { value } from '../../ir/build.js';
import { writtenName, type Import } from '../../ir/imports.js';
import { fits, isNumber, type Func, type Region, type Value } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import { withOperators } from '../../ir/own-rows.js';
import { ONE, type ResultForm } from '../../ir/result.js';
import { read, type Text } from '../../ir/written.js';
import { partialsOfRows } from './row-partials.js';

export type Captures = () => readonly unknown[];

/** What a translated module attaches to a function. */
export interface Lowered {
  readonly text: string;
  readonly captures: Captures;
  readonly operators: Captures;
  readonly imports: Captures;
}

/** A lowered function as a translated module holds it, in JSON; most results are one number. */
type LoweredText = readonly [
  func: Text,
  origins: readonly Origin[],
  result: ResultForm,
  imports: readonly Import[],
];

export interface Program {
  readonly func: Func;
  readonly origins: readonly Origin[];
  readonly result: ResultForm;
  /** Whether there are derivatives inside. */
  readonly isNested: boolean;
}

interface Linked {
  readonly program: Program;
  /** What gives the captured variables that origins count. */
  readonly captures: readonly Captures[];
  /** Whether it is right where its imports are these, since those of others did not change. */
  readonly isCurrent: (imports: readonly unknown[]) => boolean;
}

/** Says why functions of other modules cannot be linked. */
export class NotLinked extends Error {
  constructor(
    message: string,
    /** Whether that is so still. */
    readonly isCurrent = () => true,
  ) {
    super(message);
  }
}

export const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((f, k) => f === other[k]);

/** Knows the lowered forms of functions. */
type Find = (f: unknown) => Lowered | undefined;

/** Texts with operators, by the functions that they belong to: operators are rarely others than before. */
const named = new WeakMap<Lowered, { readonly by: readonly unknown[]; readonly text: string }>();

function textOf(of: Lowered): string {
  const by = of.operators();
  if (by.length === 0) return of.text;
  const before = named.get(of);
  if (before !== undefined && areSame(before.by, by)) return before.text;
  const text = withOperators(of.text, by);
  named.set(of, { by, text });
  return text;
}

/** The text and the imports of a function; null while its module is not evaluated, or if an operator is none. */
export function given(of: Lowered) {
  try {
    return { text: textOf(of), bound: of.imports() };
  } catch {
    return null;
  }
}

export const NOT_THERE = 'a row or a function of a module is not there yet';

/** @throws NotLinked */
export function link(of: Lowered, find: Find, around: readonly Lowered[] = []): Linked {
  const now = given(of);
  if (now === null) throw new NotLinked(NOT_THERE, () => given(of) === null);
  const { text, bound } = now;
  const [written, origins, result = ONE, imports = []] = JSON.parse(text) as LoweredText;
  const func = read(written);
  const program = new Linking(func, origins, [of.captures]);
  const inner: (readonly [Lowered, Linked])[] = [];
  for (const one of imports) {
    const callee = find(bound[one.which]);
    if (callee === undefined)
      throw new NotLinked(
        `the function ${writtenName(one.name)} of another module has no compiled version`,
        () => find(bound[one.which]) === undefined,
      );
    if ([...around, of].includes(callee))
      throw new NotLinked(`the function ${writtenName(one.name)} of another module calls back`);
    const found = link(callee, find, [...around, of]);
    inner.push([callee, found]);
    program.add(one, found);
  }
  const isCurrent = (imports: readonly unknown[]): boolean =>
    areSame(bound, imports) && inner.every(([callee, found]) => found.isCurrent(callee.imports()));
  return { ...program.finish(result), isCurrent };
}

class Linking {
  private readonly functions: Func[];
  private readonly origins: Origin[];
  private readonly params: Value[] = [];
  /** What calls of imported functions give them in addition. */
  private readonly more = new Map<string, readonly Value[]>();
  private count: number;

  constructor(
    private readonly func: Func,
    origins: readonly Origin[],
    private readonly captures: Captures[],
  ) {
    this.functions = [...(func.functions ?? [])];
    this.origins = [...origins];
    this.count = captures[0]().length;
  }

  add({ name, params }: Import, { program, captures }: Linked): void {
    const { func, origins, result } = program;
    const { region, functions = [] } = func;
    const refuse = (why: string) =>
      new NotLinked(`the function ${writtenName(name)} of another module ${why}`);
    if (result !== ONE || !isNumber(region.yields[0].type)) throw refuse('gives no number');
    const left = new Map<string, Value>();
    const more: Value[] = [];
    const held: Value[] = [];
    origins.forEach(({ of, path, type }, k) => {
      const param = region.params[k];
      if (of === 'argument') {
        left.set(JSON.stringify(path), param);
        return;
      }
      const given = value(param.name, type);
      const [which, ...way] = path;
      this.params.push(given);
      this.origins.push({ of, path: [which + this.count, ...way], type });
      more.push(given);
      held.push(param);
    });
    this.count += captures.reduce((sum, read) => sum + read().length, 0);
    this.captures.push(...captures);
    const own = params.map(({ path, type }): Value => {
      const key = JSON.stringify(path);
      const param = left.get(key);
      if (param !== undefined && !fits(type, param.type)) throw refuse('takes other arguments');
      left.delete(key);
      // What a function does not use is given all the same.
      return param ?? value('', type);
    });
    if (left.size > 0) throw refuse('takes other arguments');
    this.more.set(name, more);
    const named = (of: string): string => `${name}:${of}`;
    const made = { ...renamed(region, named), params: [...own, ...held] };
    this.functions.push(
      { name, region: made },
      ...functions.map((f) => ({ name: named(f.name), region: renamed(f.region, named) })),
    );
  }

  finish(result: ResultForm): Pick<Linked, 'program' | 'captures'> {
    const { func, origins, captures } = this;
    const extended = (region: Region): Region =>
      withCalls(region, (of, args) => [of, [...args, ...(this.more.get(of) ?? [])]]);
    const { derivatives } = func;
    const whole = closed(
      { ...extended(func.region), params: [...func.region.params, ...this.params] },
      this.functions.map((f) => ({ ...f, region: extended(f.region) })),
      derivatives,
    );
    const { region, functions } = whole;
    const program = improved({
      name: func.name,
      region,
      ...(functions.length > 0 && { functions }),
    });
    const made = expanded({ ...program, ...(derivatives && { derivatives }) }, partialsOfRows);
    if (made.tag === 'refused') throw new NotLinked(`of a derivative inside of it: ${made.why}`);
    const isNested = derivatives !== undefined;
    return { program: { func: made.func, origins, result, isNested }, captures };
  }
}

/** A region with other names and arguments of what it calls. */
function withCalls(
  region: Region,
  change: (of: string, args: readonly Value[]) => readonly [of: string, args: readonly Value[]],
): Region {
  const same = new Substitution();
  const body = region.body.map((stmt) => {
    if (stmt.tag !== 'call') return same.inStmt(stmt, (inner) => withCalls(inner, change));
    const [of, args] = change(stmt.of, stmt.args);
    return { ...stmt, of, args };
  });
  return { ...region, body };
}

const renamed = (region: Region, named: (of: string) => string): Region =>
  withCalls(region, (of, args) => [named(of), args]);
