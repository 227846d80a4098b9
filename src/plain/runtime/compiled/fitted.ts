/**
 * Fits a call to a function of another module: fields that nobody asks for are left out, and an array may stand for a
 * tuple. A call that differs in any other way is not linked.
 */
import { Builder, value } from '../../ir/build.js';
import { writtenName, type Import } from '../../ir/imports.js';
import {
  isArray,
  isNumber,
  sameType,
  type ArrayType,
  type Func,
  type Region,
  type Type,
  type Value,
} from '../../ir/ir.js';
import { writtenParams } from '../../analyse/written-params.js';
import { definitionsOf } from '../../analyse/definitions.js';
import { meets } from '../../ir/open-types.js';
import { NODES, sameTells, type Origin } from '../../ir/origin.js';
import { ONE, type ResultForm } from '../../ir/result-form.js';

export interface Program {
  readonly func: Func;
  readonly origins: readonly Origin[];
  readonly result: ResultForm;
  /** True if an object of the result may have more fields than its form has. */
  readonly isPart: boolean;
  /** The methods of arrays that it calls, by name. */
  readonly methods: readonly string[];
  /** True if there are derivatives inside. */
  readonly isNested: boolean;
}

/** Says why functions of other modules cannot be linked. */
export class NotLinked extends Error {
  constructor(
    message: string,
    /** True as long as that holds. */
    readonly isCurrent = () => true,
  ) {
    super(message);
  }
}

/** A call, with its types as far as they are known. */
export type Asked = Import;

/** The types of a call that takes one number. */
export const usual: readonly Type[] = ['f64'];

const refused = ({ name }: Asked, why: string): NotLinked =>
  new NotLinked(`the function ${writtenName(name)} of another module ${why}`);

const keyOf = (path: readonly unknown[]): string => JSON.stringify(path);

/** Closes the types of what a function takes, by what a call gives. */
export function openIn(
  origins: readonly Origin[],
  { params }: Asked,
  known: Map<string, Type>,
): void {
  const given = new Map(params.map(({ path, type }) => [keyOf(path), type]));
  for (const { of, path, type } of origins) {
    const found = of === 'argument' ? given.get(keyOf(path)) : undefined;
    if (found !== undefined) meets(found, type, known);
  }
}

/** A function that gives the numbers that values of the host are: calls ask for no others. */
function inNumbers(f: Func): Func {
  const { region } = f;
  if (!region.yields.some(({ type }) => type === 'host')) return f;
  const builder = new Builder();
  const made = builder.region(region.params, () => {
    region.body.forEach((stmt) => builder.add(stmt));
    return region.yields.map((of): Value => {
      if (of.type !== 'host') return of;
      const real = value(of.name, 'f64');
      builder.add({ tag: 'host', does: 'real', args: [of], results: [real] });
      return real;
    });
  });
  return { ...f, region: made };
}

/** A function of another module as a call asks for it, without what it captures. O(size of the function). */
export function fitted(call: Asked, { func: given, origins, result }: Program): Region {
  const func = inNumbers(given);
  const builder = new Builder();
  let yields: readonly Value[] = [];
  const params: Value[] = [];
  const { body } = builder.region([], () => {
    params.push(...taken(call, func.region, origins, builder));
    func.region.body.forEach((stmt) => builder.add(stmt));
    const types = call.types ?? usual;
    const parts = new Parts(call, func, result, builder);
    yields = parts.of(call.result === undefined ? ONE : call.result, result, types);
    return [];
  });
  return { params, body, yields };
}

/**
 * True if a call changes objects that the function only passes on. What another module gives may be one
 * of these, and would be a copy.
 */
export function changesObjects({ params }: Asked, { func, origins }: Program): boolean {
  if (!params.some(({ isPassedOn }) => isPassedOn)) return false;
  const written = new Set(writtenParams(func));
  return origins.some(
    ({ path, tells }, k) =>
      written.has(func.region.params[k]) &&
      (path.includes(null) || path.includes(NODES) || (tells !== undefined && 'isCell' in tells)),
  );
}

/** Closes the types of what a call takes, by what a function gives. */
export function giveTypes(
  call: Asked,
  { func: given, result }: Program,
  known: Map<string, Type>,
): void {
  const func = inNumbers(given);
  const visit = (asked: ResultForm, form: ResultForm): void => {
    if (asked === null || form === null) return;
    if (typeof asked !== 'number') {
      for (const [name, inner] of Object.entries(asked as Forms))
        if (typeof form === 'object' && Object.hasOwn(form, name))
          visit(inner, (form as Forms)[name]);
        else if (typeof form === 'number' && typeof inner === 'number')
          meets('f64', (call.types ?? usual)[inner], known);
      return;
    }
    const { yields } = func.region;
    const given = typeof form === 'number' ? yields[form].type : typeOfTuple(form, yields);
    if (given !== null) meets(given, (call.types ?? usual)[asked], known);
  };
  visit(call.result === undefined ? ONE : call.result, result);
}

/** The type of the elements of a tuple as an array; null if they are of several types. */
function typeOfTuple(form: ResultForm, yields: readonly Value[]): ArrayType | null {
  if (!Array.isArray(form)) return null;
  const parts = form as readonly ResultForm[];
  const types = parts.map((part) => (typeof part === 'number' ? yields[part].type : 'bool'));
  const [first] = types;
  if (types.every(isNumber)) return { storage: 'number[]' };
  if (!types.every((type) => isArray(type) && sameType(type, first))) return null;
  return { storage: 'list', of: first as ArrayType };
}

type Forms = Readonly<Record<string, ResultForm>>;

/** The parameters of a call, of which the function's own are made. */
function taken(
  call: Asked,
  { params: own }: Region,
  origins: readonly Origin[],
  builder: Builder,
): Value[] {
  const left = new Map<string, readonly [Origin, Value]>();
  origins.forEach((origin, k) => {
    if (origin.of === 'argument') left.set(keyOf(origin.path), [origin, own[k]]);
  });
  const params = call.params.map(({ path, type, tells: given }): Value => {
    const key = keyOf(path);
    const [origin, param] = left.get(key) ?? [];
    // Texts are numbered by each module, and what is in a cell is shared.
    const { tells } = origin ?? {};
    const isOwn = tells !== undefined && ('texts' in tells || 'isCell' in tells || 'keys' in tells);
    if (isOwn && !sameTells(tells, given)) throw refused(call, 'takes other arguments');
    if (param !== undefined && meets(type, param.type, new Map())) {
      left.delete(key);
      return param;
    }
    const made = value(param?.name ?? '', type);
    const parts = [...left].filter(
      ([, [{ path: way }]]) =>
        way.length === path.length + 1 && path.every((step, k) => step === way[k]),
    );
    if (isFlat(type) && parts.length > 0) {
      elements(made, parts, call, builder);
      parts.forEach(([part]) => left.delete(part));
    }
    // What a function does not use is given all the same.
    return made;
  });
  const isGiven = (which: number) => call.params.some(({ path }) => path[0] === which);
  for (const [key, [{ path, usual: missing }, param]] of left)
    if (path.length === 1 && missing !== undefined && !isGiven(path[0])) {
      left.delete(key);
      const op = { tag: 'const', value: missing, args: [] } as const;
      builder.add({ tag: 'let', value: param, op });
    }
  if (left.size > 0) throw refused(call, 'takes other arguments');
  return params;
}

/** Makes the elements of a tuple of an array, which has to have as many. */
function elements(
  array: Value,
  parts: readonly (readonly [string, readonly [Origin, Value]])[],
  call: Asked,
  builder: Builder,
): void {
  const count = builder.constant(parts.length);
  const isLong = builder.compare('eq', builder.length(array), count);
  const leaving = builder.region([], () => (builder.add({ tag: 'leave' }), []));
  const otherwise = { params: [], body: leaving.body, yields: [] };
  const then = { params: [], body: [], yields: [] };
  builder.add({ tag: 'if', test: isLong, then, otherwise, results: [] });
  for (const [, [{ path, type }, param]] of parts) {
    const k = path.at(-1);
    if (typeof k !== 'number' || type !== 'f64') throw refused(call, 'takes other arguments');
    const op = { tag: 'load', args: [array, builder.constant(k)] } as const;
    builder.add({ tag: 'let', value: param, op });
  }
}

const isFlat = (type: Type): boolean => isArray(type) && type.of === undefined;

/** The parts of a result that a call takes. */
class Parts {
  constructor(
    private readonly call: Asked,
    private readonly func: Func,
    private readonly whole: ResultForm,
    private readonly builder: Builder,
  ) {}

  of(asked: ResultForm, given: ResultForm, types: readonly Type[]): readonly Value[] {
    const found = new Array<Value>(types.length);
    const visit = (part: ResultForm, form: ResultForm): void => {
      if (part === null) return;
      if (typeof part === 'number') {
        found[part] = this.leaf(form, types[part]);
        return;
      }
      const array = typeof form === 'number' ? this.func.region.yields[form] : null;
      for (const [name, inner] of Object.entries(part as Forms))
        if (array !== null) {
          const isElement =
            Array.isArray(part) && isFlat(array.type) && types[inner as number] === 'f64';
          if (!isElement) this.refuse('gives no object');
          found[inner as number] = this.builder.load(array, this.builder.constant(Number(name)));
        } else if (typeof form !== 'object' || form === null || !Object.hasOwn(form, name))
          this.refuse(`gives nothing by the name ${name}`);
        else visit(inner, (form as Forms)[name]);
    };
    visit(asked, given);
    return found;
  }

  private leaf(form: ResultForm, type: Type): Value {
    if (form === null) return this.refuse('gives nothing');
    if (typeof form === 'number') {
      const found = this.func.region.yields[form];
      if (type === 'bool' && isNumber(found.type)) return this.builder.truthy(found);
      if (meets(found.type, type, new Map())) return found;
      return this.refuse(isArray(type) ? 'gives another array' : 'gives no number');
    }
    return Array.isArray(form) && isArray(type)
      ? this.array(form as readonly ResultForm[], type)
      : this.refuse(isArray(type) ? 'gives an object' : 'gives no number');
  }

  /** An array of the elements of a tuple, if it is new: nobody else knows it then. */
  private array(form: readonly ResultForm[], type: Type & object): Value {
    const { yields } = this.func.region;
    const own = typeOfTuple(form, yields);
    const values = (form as readonly number[]).map((place) => yields[place]);
    const definitions = definitionsOf(this.func);
    const isNew = (of: Value) => definitions.get(of)?.stmt?.tag === 'let';
    if (form !== this.whole || own === null || !sameType(own, type) || !values.some(isNew))
      return this.refuse('gives a tuple where an array is asked for');
    const { builder } = this;
    const length = builder.constant(values.length);
    const array = builder.let({ tag: 'alloc', type: own, args: [length] });
    values.forEach((of, k) => builder.store(array, builder.constant(k), of));
    return array;
  }

  private refuse(why: string): never {
    throw refused(this.call, why);
  }
}
