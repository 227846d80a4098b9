/**
 * What may be missing: a bool that says whether it is there, and what it is then. Where it is missing, its parts may
 * be anything.
 */
import { bare, type Node } from '../../front/syntax.js';
import { value } from '../../ir/build.js';
import { isArray, type Op, type Stmt, type Type, type Value } from '../../ir/ir.js';
import { meaning, nothing, type Meaning, type Slot } from './meanings.js';
import { State } from './state.js';
import { Words } from './words.js';

export type Get = (slot: Slot) => Meaning | undefined;

export abstract class Optionals extends Words {
  protected readonly state = new State();

  /** What may be missing with an empty list in its place, where that is known. */
  protected readonly orEmpty = new WeakMap<Meaning, Meaning>();

  /** What may be missing with something in its place, if that is an empty list, and known then. */
  protected orEmptyList(of: Meaning, otherwise: Node): Meaning | undefined {
    const node = bare(otherwise);
    const isEmpty = node.type === 'ArrayExpression' && node.elements.length === 0;
    return isEmpty ? this.orEmpty.get(of) : undefined;
  }

  /** What is there. Leaves where nothing is. */
  protected sure(of: Meaning): Meaning {
    if (of.tag !== 'optional') return of;
    this.leaveUnless(of.there);
    return of.of;
  }

  /** Two sides of a branch as what may be missing, if one of them may be; null if none is, or if they do not fit. */
  protected optionalSides(
    pair: readonly Meaning[],
    bodies: readonly Stmt[][],
    gets: readonly Get[],
    isAnyNothing: boolean,
  ): readonly [Meaning, Meaning] | null {
    const place = likePlace(pair);
    if (place < 0) return null;
    const like = pair[place];
    const isNull =
      like.tag === 'optional' ? like.isNull : pair.some((of) => of.tag === 'nothing' && of.isNull);
    const made = pair.map((of, k): Meaning | null => {
      if (of.tag === 'optional') return of.isNull === isNull ? of : null;
      const isThere = of.tag !== 'nothing';
      if (!isThere && !isAnyNothing && (of.isNull === true) !== isNull) return null;
      const there = added(bodies[k], 'bool', { tag: 'const', value: isThere, args: [] });
      const inner = like.tag === 'optional' ? like.of : like;
      return {
        tag: 'optional',
        there,
        of: isThere ? of : this.filled(inner, bodies[k], gets[place]),
        isNull,
      };
    });
    const [one, other] = made;
    return one === null || other === null ? null : [one, other];
  }

  /** Something of the same form that nobody reads. */
  protected filled(form: Meaning, body: Stmt[], get: Get): Meaning {
    const fill = ({ type }: Value): Value => filler(type, body);
    switch (form.tag) {
      case 'value':
        return meaning(fill(form.value));
      case 'word':
      case 'match':
      case 'matches':
      case 'choice':
        return { ...form, code: fill(form.code) };
      case 'cell':
        return { ...form, array: fill(form.array) };
      case 'columns':
        return { ...form, arrays: form.arrays.map(fill) };
      case 'element': {
        const isGrown = form.columns.grown !== undefined;
        const columns = isGrown
          ? form.columns
          : { ...form.columns, arrays: form.columns.arrays.map(fill) };
        return { ...form, columns, index: fill(form.index) };
      }
      case 'stretch': {
        const columns = { ...form.columns, arrays: form.columns.arrays.map(fill) };
        return { ...form, columns, from: fill(form.from), length: fill(form.length) };
      }
      case 'grown':
        return { ...form, index: fill(form.index) };
      case 'optional':
        return { ...form, there: fill(form.there), of: this.filled(form.of, body, get) };
      case 'record': {
        const slots = new Map<string, Slot>();
        for (const [name, old] of form.slots) {
          const slot = { name };
          slots.set(name, slot);
          this.state.set(slot, this.filled(get(old) ?? nothing, body, get));
        }
        return { ...form, slots, isFixed: true, isNamed: true, isWhole: false };
      }
      default:
        return form;
    }
  }

  /** The same for a value that the code defines here. */
  protected fillerOf = (type: Type): Value => {
    const body: Stmt[] = [];
    const made = filler(type, body);
    body.forEach((stmt) => this.builder.add(stmt));
    return made;
  };
}

/** Which side shows what may be missing: an optional, or what stands beside nothing; -1 for none. */
function likePlace(pair: readonly Meaning[]): number {
  const place = pair.findIndex(({ tag }) => tag === 'optional');
  if (place >= 0) return place;
  if (!pair.some(({ tag }) => tag === 'nothing')) return -1;
  return pair.findIndex(({ tag }) =>
    ['value', 'record', 'columns', 'element', 'stretch', 'grown', 'word', 'match'].includes(tag),
  );
}

function added(body: Stmt[], type: Type, op: Op): Value {
  const made = value('', type);
  body.push({ tag: 'let', value: made, op });
  return made;
}

/** A value of a type that nobody reads. */
function filler(type: Type, body: Stmt[]): Value {
  if (type === 'host') {
    const made = value('', type);
    body.push({ tag: 'host', does: 'call', text: 'undefined', args: [], results: [made] });
    return made;
  }
  if (!isArray(type)) {
    const isBool = type === 'bool';
    return added(body, isBool ? 'bool' : 'f64', {
      tag: 'const',
      value: isBool ? false : NaN,
      args: [],
    });
  }
  const none = added(body, 'f64', { tag: 'const', value: 0, args: [] });
  return added(body, type, { tag: 'alloc', type, args: [none] });
}
