/**
 * Parameters that a function only passes on to functions of other modules. They are taken apart as those take them: so
 * what is passed on may be a number, an object or an array of objects, though the function itself knows nothing of it.
 */
import { withCalls } from '../../improve/with-calls.js';
import { value } from '../../ir/build.js';
import type { Import } from '../../ir/imports.js';
import {
  allOf,
  isArray,
  regionsOf,
  sameType,
  statementsIn,
  usesOf,
  type Func,
  type Region,
  type Type,
  type Value,
} from '../../ir/ir.js';
import { closedType, isOpenStorage, openName, openType } from '../../ir/open-types.js';
import type { readLowered } from '../../ir/lowered-text.js';
import { CLASS, KEYS, NODES, sameTells, STARTS, type Origin, type Step } from '../../ir/origin.js';
import { read, written } from '../../ir/written.js';

export type Form = ReturnType<typeof readLowered>;

/** Where a function of another module gets a parameter. */
interface Place {
  readonly call: Import;
  readonly at: number;
}

/** A part of a parameter; the path begins there. */
type Part = Omit<Origin, 'of' | 'path'> & { readonly path: readonly Step[] };

type Parts = Map<Value, { readonly all: readonly Part[]; readonly places: readonly Place[] }>;

/**
 * A lowered function in which what it only passes on is taken apart. O(size of the function).
 *
 * @param taken what the function of another module takes, if it is known
 */
export function asTaken(form: Form, taken: (call: Import) => readonly Origin[] | null): Form {
  if (form.imports.length === 0 || !form.origins.some(isUnknown)) return form;
  const func = read(form.func);
  const parts: Parts = new Map();
  for (const [param, places] of passedOn(func, form)) {
    const all = partsAt(places, taken);
    if (all !== null) parts.set(param, { all, places });
  }
  if (parts.size === 0) return form;
  const made = inParts(form, func, parts);
  return areKnown(made.origins) ? made : form;
}

/** True if it is not known which parts of an object the function takes. */
export const hasRest = ({ params }: Import): boolean =>
  params.some(({ rest }) => rest !== undefined);

/** True if all parts of the arguments of a function are ways through them. */
const areKnown = (origins: readonly Origin[]): boolean =>
  (['argument', 'capture'] as const).every((which) => {
    const paths = origins.flatMap(({ of, path }) => (of === which ? [path] : []));
    return areOne(paths);
  });

const isUnknown = ({ type, usual, tells }: Origin): boolean =>
  isArray(type) && isOpenStorage(type.storage) && usual === undefined && tells === undefined;

/** The parameters of which nothing is known that only calls of other modules use, with their places there. */
function passedOn(func: Func, { origins, imports }: Form): ReadonlyMap<Value, readonly Place[]> {
  const found = new Map<Value, Place[]>();
  origins.forEach((origin, k) => {
    if (isUnknown(origin)) found.set(func.region.params[k], []);
  });
  const given = new Map<Import, (readonly Value[])[]>(imports.map((call) => [call, []]));
  const forget = (values: readonly Value[]): void => values.forEach((of) => found.delete(of));
  const forgetYields = ({ yields }: Region): void => forget(yields);
  for (const { region } of allOf(func)) {
    forgetYields(region);
    for (const stmt of statementsIn(region)) {
      regionsOf(stmt).forEach(forgetYields);
      const call = stmt.tag === 'call' ? imports.find(({ name }) => name === stmt.of) : undefined;
      if (call === undefined || stmt.tag !== 'call') forget(usesOf(stmt));
      else given.get(call)!.push(stmt.args);
    }
  }
  for (const [call, all] of given)
    call.params.forEach((_, at) => {
      const args = new Set(all.map((some) => some[at]));
      for (const of of args)
        // All calls of one kind take the same.
        if (args.size > 1) found.delete(of);
        else found.get(of)?.push({ call, at });
    });
  return found;
}

/** The parts of one parameter that functions of other modules take; null if they do not agree. */
function partsAt(
  places: readonly Place[],
  taken: (call: Import) => readonly Origin[] | null,
): readonly Part[] | null {
  const found = new Map<string, Part>();
  for (const { call, at } of places) {
    const origins = taken(call);
    if (origins === null) return null;
    const own = partsIn(origins, call, at);
    if (own === null) return null;
    const isFirst = found.size === 0;
    // A tuple has as many elements as are known.
    if (!isFirst && [...found.values(), ...own].some(({ path }) => path.some(isPosition)))
      return null;
    for (const part of own) {
      const key = JSON.stringify(part.path);
      const other = found.get(key);
      const joined = other === undefined ? part : joinedPart(other, part);
      if (joined === null) return null;
      found.set(key, joined);
    }
  }
  const parts = [...found.values()];
  return areOne(parts.map(({ path }) => path)) ? parts : null;
}

const isPosition = (step: Step): boolean => typeof step === 'number' && step >= 0;

/**
 * The parts of an argument that one call takes; null if one of them is not a part of an object that is
 * passed on.
 */
function partsIn(origins: readonly Origin[], call: Import, at: number): Part[] | null {
  const { path: start, rest } = call.params[at];
  let isOfClass = false;
  const parts = origins.flatMap(({ of, path, type, usual, tells }): Part[] => {
    if (of !== 'argument' || !begins(path, start)) return [];
    if (tells !== undefined && 'instanceOf' in tells) isOfClass = true;
    const part = { path: path.slice(start.length), type: named(type, call) };
    if (!isAsked(call, at, part)) return [];
    return [{ ...part, ...(usual !== undefined && { usual }), ...(tells && { tells }) }];
  });
  const isField = ({ path: [first, ...more], tells }: Part): boolean =>
    typeof first === 'string' &&
    // A copy has fields of its own.
    !(rest === 'copy' && more.length === 0 && tells !== undefined && 'isCell' in tells);
  // The class stands among what the other function captures.
  if (isOfClass) return null;
  return rest === undefined || parts.every(isField) ? parts : null;
}

const begins = (path: readonly Step[], start: readonly Step[]): boolean =>
  start.every((step, k) => step === path[k]);

/** True if a part is not given beside the rest of an object. A field of a copy is all of it. */
function isAsked({ params }: Import, at: number, part: Pick<Part, 'path'>): boolean {
  const { path: start, rest } = params[at];
  if (rest === undefined) return true;
  const path = [...start, ...part.path];
  return params.every(({ path: other }) => {
    if (other.length <= start.length || !begins(other, start)) return true;
    return !begins(path, rest === 'copy' ? other.slice(0, start.length + 1) : other);
  });
}

/** A type whose open part has a name that nobody else has. */
function named(type: Type, { name }: Import): Type {
  const open = openName(type);
  return open === undefined
    ? type
    : closedType(type, new Map([[open, openType(`${name}${open.slice(1)}`)]]));
}

/** The part that two functions take; null if one of them is wrong then. */
function joinedPart(one: Part, other: Part): Part | null {
  if (!sameTells(one.tells, other.tells)) return null;
  const isOpen = openName(one.type) !== undefined;
  if (!isOpen && openName(other.type) === undefined && !sameType(one.type, other.type)) return null;
  const { usual, ...part } = isOpen ? other : one;
  // Only one of them may have a default for what is not given.
  return one.usual === other.usual && usual !== undefined ? { ...part, usual } : part;
}

/** The kind of value that a step leads through. */
const kindOf = (step: Step): unknown =>
  step === NODES
    ? step
    : step === STARTS
      ? 'object'
      : step === KEYS || step === CLASS
        ? 'string'
        : typeof step;

/**
 * True if ways lead through one thing: an object, a tuple, an array of objects, a tree, or a value that
 * may be missing.
 */
function areOne(ways: readonly (readonly Step[])[]): boolean {
  const inside = new Map<Step, (readonly Step[])[]>();
  for (const [first, ...rest] of ways) {
    if (first === undefined) return ways.length === 1;
    inside.set(first, [...(inside.get(first) ?? []), rest]);
  }
  const kinds = new Set([...inside.keys()].map(kindOf));
  return kinds.size <= 1 && [...inside.values()].every(areOne);
}

/** The function with the parts in the place of the parameters. */
function inParts(form: Form, func: Func, parts: Parts): Form {
  const made = new Map<Value, readonly Value[]>();
  const origins: Origin[] = [];
  form.origins.forEach((origin, k) => {
    const param = func.region.params[k];
    const own = parts.get(param)?.all;
    made.set(param, own?.map(({ type }) => value(param.name, type)) ?? [param]);
    if (own === undefined) origins.push(origin);
    for (const part of own ?? [])
      origins.push({ ...part, of: origin.of, path: [...origin.path, ...part.path] });
  });
  const params = [...made.values()].flat();
  /**
   * The arguments that a call is given in the place of a parameter: its parts, except for those that it
   * is given beside it.
   */
  const given = (call: Import, at: number, arg: Value): readonly Value[] => {
    const all = parts.get(arg)?.all;
    return all === undefined ? [arg] : made.get(arg)!.filter((_, k) => isAsked(call, at, all[k]));
  };
  const region = withCalls(func.region, (of, args) => {
    const call = form.imports.find(({ name }) => name === of);
    return [of, call === undefined ? args : args.flatMap((arg, at) => given(call, at, arg))];
  });
  const imports = form.imports.map((call): Import => {
    const own = new Map<number, readonly Part[]>();
    for (const { all, places } of parts.values())
      for (const place of places) if (place.call === call) own.set(place.at, all);
    const inPlace = (param: Import['params'][number], at: number): Import['params'] =>
      own
        .get(at)
        ?.filter((part) => isAsked(call, at, part))
        .map(({ path, type, tells }) => ({
          path: [...param.path, ...path],
          type,
          ...(tells && { tells }),
          isPassedOn: true,
        })) ?? [param];
    return { ...call, params: call.params.flatMap(inPlace) };
  });
  return { ...form, func: written({ ...func, region: { ...region, params } }), origins, imports };
}
