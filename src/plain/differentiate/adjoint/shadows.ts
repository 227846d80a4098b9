/**
 * Shadows: for each array of numbers that depends on the inputs, an array of the cotangents of its elements.
 * It is made with the array, and goes the same ways through branches, loops and lists.
 */
import type { Definitions } from '../../analyse/definitions.js';
import type { Renewed } from '../../analyse/renewed.js';
import type { Roots } from '../../analyse/roots.js';
import { Builder } from '../../ir/build.js';
import {
  isList,
  shadowType,
  type ArrayType,
  type ForStmt,
  type IfStmt,
  type Op,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
  type WhileStmt,
} from '../../ir/ir.js';
import { barOf } from './cotangents.js';
import { addZeros } from '../prepare/new-arrays.js';

/** A statement that hands arrays on, and the place of the array among what it hands on. */
type HandingOn = IfStmt | ForStmt | WhileStmt;

export class Shadows {
  private readonly known = new Map<Value, Value>();
  /** The places of arrays with shadows in the statements that hand them on. */
  readonly handedOn = new Map<HandingOn, number[]>();
  /** The region of each shadow. */
  readonly homes = new Map<Value, Region>();
  readonly originals = new Map<Value, Value>();
  /**
   * Shadows that the reverse sweep hands from step to step (stepwise.ts); the augmented primal makes none.
   */
  readonly stepwise = new Set<Value>();
  /** The operations that read shadows of parts from the shadows of their wholes. */
  readonly parts = new Map<Value, Op>();

  constructor(
    private readonly definitions: Definitions,
    private readonly regions: ReadonlyMap<Region, Stmt>,
    private readonly roots: Roots,
    /** The stores into lists. */
    private readonly stores: readonly StoreStmt[],
    /** The links of values that calls hand on (halves.ts), and of those that are kept and taken. */
    private readonly links: readonly ReadonlyMap<Value, readonly Value[]>[],
    /** The arrays that loops make anew in each step. */
    readonly renewed: Renewed,
    private readonly isActive: (array: Value) => boolean,
  ) {}

  has = (array: Value): boolean => this.known.has(array);

  of = (array: Value): Value => {
    const found = this.known.get(array);
    if (found !== undefined) return found;
    const { region, stmt } = this.definitions.get(array)!;
    const made = this.made(array, region);
    if (isList(array.type)) this.fill(array);
    for (const linked of this.links) linked.get(array)?.forEach(this.of);
    if (stmt?.tag === 'let' && (stmt.op.tag === 'load' || stmt.op.tag === 'view')) {
      const [whole, ...rest] = stmt.op.args;
      this.parts.set(made, { ...stmt.op, args: [this.of(whole), ...rest] } as Op);
    }
    if (stmt?.tag === 'if') this.follow(stmt, stmt.results.indexOf(array));
    if (stmt?.tag === 'for' || stmt?.tag === 'while')
      this.follow(stmt, stmt.results.indexOf(array));
    const around = this.regions.get(region);
    if (stmt === null && (around?.tag === 'for' || around?.tag === 'while'))
      this.follow(around, region.params.indexOf(array));
    return made;
  };

  private made(array: Value, region: Region): Value {
    const made = { name: barOf(array.name), type: shadowType(array.type as ArrayType) };
    this.known.set(array, made);
    this.homes.set(made, region);
    this.originals.set(made, array);
    return made;
  }

  /** The shadows of all that is stored in a list. */
  private fill(list: Value): void {
    const roots = this.roots(list);
    for (const { array, value } of this.stores)
      if ([...this.roots(array)].some((root) => roots.has(root))) {
        this.of(array);
        this.of(value);
      }
  }

  /** The shadows of all that an array is handed on from and to. */
  private follow(stmt: HandingOn, place: number): void {
    if (stmt.tag !== 'if' && this.renewed.get(stmt)?.includes(place) === true) {
      this.followSteps(stmt, place);
      return;
    }
    const places = this.handedOn.get(stmt) ?? [];
    if (places.includes(place)) return;
    places.push(place);
    this.handedOn.set(stmt, places);
    const all =
      stmt.tag === 'if'
        ? [stmt.results, stmt.then.yields, stmt.otherwise.yields]
        : [stmt.results, stmt.inits, stmt.body.params, stmt.body.yields];
    for (const list of all) this.of(list[place]);
  }

  /** The shadows of an array that each step makes anew. */
  private followSteps({ inits, body, results }: ForStmt | WhileStmt, place: number): void {
    this.of(results[place]);
    for (const list of [body.params, body.yields]) this.stepwise.add(this.of(list[place]));
    if (this.isActive(inits[place])) this.of(inits[place]);
  }
}

/**
 * Shadows for arrays that gradients are not wanted of, but that meet others in a variable: what would be
 * their gradients is forgotten.
 */
export function forgotten(arrays: readonly Value[], shadows: Shadows): readonly Stmt[] {
  const builder = new Builder();
  const { body } = builder.region([], () => {
    for (const array of arrays) if (shadows.has(array)) addZeros(shadows.of(array), array, builder);
    return [];
  });
  return body;
}
