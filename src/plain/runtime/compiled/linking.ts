/**
 * Links a lowered function with those of other modules that it calls: one program. What these capture becomes further
 * parameters of the program. It stays right as long as its imports are bound to the same functions.
 */
import { habitsOf, meetsApart, type Habits } from '../../analyse/apart.js';
import { expanded } from '../../differentiate/expanded.js';
import type { Partials } from '../../differentiate/operations/partials.js';
import { closed } from '../../improve/closed.js';
import { improved } from '../../improve/improved.js';
import { inlined } from '../../improve/inlined.js';
import { renamed, withCalls } from '../../improve/with-calls.js';
import { value } from '../../ir/build.js';
import { writtenName } from '../../ir/imports.js';
import type { Func, Region, Stmt, Type, Value } from '../../ir/ir.js';
import { closedType, mayClose } from '../../ir/open-types.js';
import { TEXTS, type Origin, type Tells } from '../../ir/origin.js';
import { withOperators } from '../../ir/own-rows.js';
import { readLowered } from '../../ir/lowered-text.js';
import { read } from '../../ir/written.js';
import { closeByValues, type Given } from './entry/value-types.js';
import { assigns, SharedVariables } from './shared-variables.js';
import { asTaken, hasRest, type Form } from './passed-on.js';
import {
  changesObjects,
  fitted,
  giveTypes,
  NotLinked,
  openIn,
  usual,
  type Asked,
  type Program,
} from './fitted.js';

export { NotLinked, type Program } from './fitted.js';

export type Captures = () => readonly unknown[];

/** The form that a translated module attaches to a function; or that of a loop, which has its step inlined. */
export interface Lowered {
  readonly text: string;
  readonly captures: Captures;
  readonly operators: Captures;
  readonly imports: Captures;
  readonly isLoop?: boolean;
}

interface Linked {
  readonly program: Program;
  /** The functions that give the captured variables that origins count. */
  readonly captures: readonly Captures[];
  /** True if it is right where its imports are these, since those of others did not change. */
  readonly isCurrent: (imports: readonly unknown[]) => boolean;
}

export const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((f, k) => f === other[k]);

/** Knows the lowered forms of functions, and the partials of rows. */
export interface Linker {
  readonly find: (f: unknown) => Lowered | undefined;
  readonly partials: Partials;
}

/** Forms that were taken apart for one program. They may depend on who calls only in circles, which are not linked. */
export type Forms = Map<Lowered, Form>;

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

const nothing: Given = { args: [], captured: [] };

export const NOT_THERE = 'a row or a function of a module is not there yet';

/** The captured values of a function; none while its module is not evaluated. */
export function capturedBy({ captures }: Pick<Lowered, 'captures'>): readonly unknown[] {
  try {
    return captures();
  } catch {
    return [];
  }
}

/** A lowered function; what it only passes on to others is taken apart as they take it, if they are there. */
export function formOf(
  of: Lowered,
  linker: Linker,
  forms: Forms,
  around: readonly Lowered[] = [],
): Form {
  const before = forms.get(of);
  if (before !== undefined) return before;
  const now = given(of);
  if (now === null) throw new NotLinked(NOT_THERE, () => given(of) === null);
  const form = asTaken(readLowered(now.text), ({ which }) => {
    const callee = linker.find(now.bound[which]);
    const isKnown = callee !== undefined && given(callee) !== null;
    if (!isKnown || [...around, of].includes(callee)) return null;
    return formOf(callee, linker, forms, [...around, of]).origins;
  });
  forms.set(of, form);
  return form;
}

/**
 * @param values what it is given: types that are left open are those of values; without, they are what they mostly are
 * @param asked the call that it is linked for: types that are left open are what this gives
 * @throws NotLinked
 */
export function link(
  of: Lowered,
  linker: Linker,
  values: Given | null = null,
  forms: Forms = new Map(),
  around: readonly Lowered[] = [],
  asked: Asked | null = null,
): Linked {
  const now = given(of);
  if (now === null) throw new NotLinked(NOT_THERE, () => given(of) === null);
  const { bound } = now;
  const form = formOf(of, linker, forms, around);
  const { func, origins: allOrigins, imports } = form;
  const { find, partials } = linker;
  const known = new Map<string, Type>();
  if (asked !== null) openIn(allOrigins, asked, known);
  closeByValues(allOrigins, values ?? nothing, known);
  const inner: (readonly [Asked, Lowered, Linked])[] = [];
  for (const one of imports) {
    const callee = find(bound[one.which]);
    if (callee === undefined)
      throw new NotLinked(
        `the function ${writtenName(one.name)} of another module has no compiled version`,
        () => find(bound[one.which]) === undefined,
      );
    if ([...around, of].includes(callee))
      throw new NotLinked(`the function ${writtenName(one.name)} of another module calls back`);
    if (hasRest(one))
      throw new NotLinked(
        `the function ${writtenName(one.name)} of another module takes other arguments`,
      );
    const params = one.params.map((param) => ({ ...param, type: closedType(param.type, known) }));
    const call = { ...one, params };
    const held = values && { args: [], captured: capturedBy(callee) };
    const found = link(callee, linker, held, forms, [...around, of], call);
    giveTypes(call, found.program, known);
    const types = (one.types ?? usual).map((type) => closedType(type, known));
    inner.push([{ ...call, types }, callee, found]);
  }
  const asksForObjects = imports.some(
    ({ result }) => typeof result === 'object' && result !== null,
  );
  if (asksForObjects && inner.some(([call, , found]) => changesObjects(call, found.program)))
    throw new NotLinked('an object of another module that may be one that changes');
  const close = (type: Type): Type => closedType(type, known);
  if (known.size > 0 && !mayClose(read(func), known))
    throw new NotLinked(
      imports.length === 0
        ? 'an array is of another kind than its uses ask for'
        : 'a function of another module gives something else than its use asks for',
    );
  const origins = allOrigins.map((origin) => ({ ...origin, type: close(origin.type) }));
  const program = new Linking(read(func, close), origins, [of.captures]);
  // Those that assign a variable have the array that others read.
  inner.sort(([, , one], [, , other]) => assigns(other.program) - assigns(one.program));
  for (const [call, , found] of inner) program.add(call, found);
  const isCurrent = (imports: readonly unknown[]): boolean =>
    areSame(bound, imports) &&
    inner.every(([, callee, found]) => found.isCurrent(callee.imports()));
  return { ...program.finish(form, partials, of.isLoop === true), isCurrent };
}

/** The description of a parameter, where captured variables stand behind this many others. */
const movedBy = (count: number, tells: Tells): Tells =>
  'instanceOf' in tells ? { ...tells, instanceOf: tells.instanceOf + count } : tells;

function heldBy(captures: Captures): readonly unknown[] {
  try {
    return captures();
  } catch {
    throw new NotLinked(
      'a class that it uses was changed, or what it captures is not there yet',
      () => false,
    );
  }
}

class Linking {
  private readonly functions: Func[];
  private readonly origins: Origin[];
  private readonly params: Value[] = [];
  /** The values that calls of imported functions give them in addition. */
  private readonly more = new Map<string, readonly Value[]>();
  private readonly habits = new Map<string, Habits>();
  private readonly shared: SharedVariables;
  private readonly methods = new Set<string>();
  private count: number;

  constructor(
    private readonly func: Func,
    origins: readonly Origin[],
    private readonly captures: Captures[],
  ) {
    this.functions = [...(func.functions ?? [])];
    this.origins = [...origins];
    const held = heldBy(captures[0]);
    this.count = held.length;
    this.shared = new SharedVariables(func.region.params, origins, held);
  }

  add(call: Asked, { program, captures }: Linked): void {
    const { func, origins } = program;
    program.methods.forEach((method) => this.methods.add(method));
    const { name } = call;
    const more: Value[] = [];
    const held: Value[] = [];
    const given = captures.flatMap(heldBy);
    const reading: Stmt[] = [];
    const tables = this.origins.filter(({ path }) => path[0] === TEXTS).length;
    origins.forEach(({ of, path, type, tells }, k) => {
      if (of === 'argument') return;
      const param = func.region.params[k];
      const [which, ...way] = path;
      const one = this.shared.of(given[which], param, reading);
      if (one !== undefined) {
        more.push(one.given);
        held.push(one.param);
        return;
      }
      const own = value(param.name, type);
      this.params.push(own);
      this.shared.add(own, tells, given[which]);
      const told = tells && movedBy(this.count, tells);
      this.origins.push({
        of,
        path: which === TEXTS ? [TEXTS, (way[0] as number) + tables] : [which + this.count, ...way],
        type,
        ...(told && { tells: told }),
      });
      more.push(own);
      held.push(param);
    });
    this.count += given.length;
    this.captures.push(...captures);
    this.more.set(name, more);
    const named = (of: string): string => `${name}:${of}`;
    const made = renamed(fitted(call, program), named);
    const body = [...reading, ...made.body];
    const region = { ...made, params: [...made.params, ...held], body };
    const functions = (func.functions ?? []).map((f) => ({
      name: named(f.name),
      region: renamed(f.region, named),
    }));
    this.habits.set(name, habitsOf({ name, region, functions }));
    this.functions.push({ name, region }, ...functions);
  }

  finish({ result, isPart, ...own }: Form, partials: Partials, isLoop: boolean) {
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
    const together = { name: func.name, region, ...(functions.length > 0 && { functions }) };
    if (meetsApart(together, this.habits))
      throw new NotLinked(
        'a function of another module writes into an array that it is given twice, or one that it gives back is written',
      );
    const program = improved(isLoop ? inlined(together) : together);
    const made = expanded({ ...program, ...(derivatives && { derivatives }) }, partials);
    if (made.tag === 'refused') throw new NotLinked(`of a derivative inside of it: ${made.why}`);
    const isNested = derivatives !== undefined;
    const methods = [...new Set([...own.methods, ...this.methods])];
    return { program: { func: made.func, origins, result, isPart, isNested, methods }, captures };
  }
}
