/**
 * Shadows that the reverse sweep of a loop hands from step to step: those of carried arrays that each step
 * makes anew (analyse/renewed.ts). Each step takes the shadow of what the step made in the augmented primal,
 * and makes that of what it took. So there are two at a time, where the augmented primal would make one for
 * each step, and keep it.
 */
import type { Activity } from '../../analyse/activity.js';
import type { Definitions } from '../../analyse/definitions.js';
import type { Roots } from '../../analyse/roots.js';
import type { Builder } from '../../ir/build.js';
import { value } from '../../ir/build.js';
import {
  shadowType,
  type ArrayType,
  type ForStmt,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../../ir/ir.js';
import { barOf } from './cotangents.js';
import type { Kept, Mirror } from './kept.js';
import type { Shadows } from './shadows.js';

interface Known {
  readonly shadows: Shadows;
  readonly kept: Kept;
  readonly roots: Roots;
  readonly activity: Activity;
  readonly definitions: Definitions;
}

const typeOf = ({ type }: Value): ArrayType => shadowType(type as ArrayType);

export class Stepwise {
  private readonly places: readonly number[];
  /** The shadows that a step takes. */
  readonly params: readonly Value[];
  /** Those that it makes. */
  readonly yields: readonly Value[];

  constructor(
    private readonly loop: ForStmt | WhileStmt,
    private readonly of: Known,
    private readonly builder: Builder,
  ) {
    const { inits, body } = loop;
    this.places = (of.shadows.renewed.get(loop) ?? []).filter((k) =>
      of.roots.meets(body.params[k], of.activity),
    );
    const named = (list: readonly Value[]) =>
      this.places.map((k) => value(barOf(list[k].name), typeOf(inits[k])));
    this.params = named(body.yields);
    this.yields = named(body.params);
  }

  /** Writes the statements with which a step begins. */
  begin(mirror: Mirror): void {
    const { shadows } = this.of;
    const { params, yields } = this.loop.body;
    this.places.forEach((k, n) => {
      const length = this.lengthAt(k, this.params[n], mirror);
      const op = { tag: 'alloc', type: typeOf(params[k]), args: [length] } as const;
      mirror.prologue.push({ tag: 'let', value: this.yields[n], op });
      mirror.again.set(shadows.of(params[k]), this.yields[n]);
      mirror.again.set(shadows.of(yields[k]), this.params[n]);
    });
  }

  /** The length of an array that a step takes: that of the array that it makes, if all are made alike. */
  private lengthAt(place: number, shadow: Value, mirror: Mirror): Value {
    const { kept, definitions } = this.of;
    const { inits, body } = this.loop;
    const [first, next] = [inits[place], body.yields[place]].map((array) =>
      lengthOf(definitions.get(array)!.stmt),
    );
    if (first !== null && first === next) return kept.need(first);
    const length = value('', 'f64');
    const taken = body.params[place];
    const asked = next === null ? null : definitions.get(next)?.stmt;
    const isAsLong =
      asked?.tag === 'let' && asked.op.tag === 'length' && asked.op.args[0] === taken;
    const args = [isAsLong ? shadow : kept.need(taken)] as const;
    mirror.prologue.push({ tag: 'let', value: length, op: { tag: 'length', args } });
    return length;
  }

  /** The shadows of the results. */
  inits = (): readonly Value[] =>
    this.places.map((k) => this.of.kept.need(this.of.shadows.of(this.loop.results[k])));

  /** Adds what is left at the beginning to the shadows of what the loop began with. */
  end(left: readonly Value[]): void {
    const { builder } = this;
    const { roots, activity, kept, shadows } = this.of;
    this.places.forEach((k, n) => {
      const init = this.loop.inits[k];
      if (!roots.meets(init, activity)) return;
      const shadow = kept.need(shadows.of(init));
      builder.each(builder.constant(0), builder.length(left[n]), builder.constant(1), (i) =>
        builder.addSlope(shadow, i, builder.element(left[n], i)),
      );
    });
  }
}

const lengthOf = (stmt: Stmt | null): Value | null =>
  stmt?.tag === 'let' && stmt.op.tag === 'alloc' ? stmt.op.args[0] : null;

/** The shadows of what loops give whose steps make it anew. */
export const shadowsOfResults = (loop: ForStmt | WhileStmt, shadows: Shadows): readonly Stmt[] =>
  (shadows.renewed.get(loop) ?? []).flatMap((k): Stmt[] => {
    const array = loop.results[k];
    if (!shadows.has(array)) return [];
    const length = value('', 'f64');
    return [
      { tag: 'let', value: length, op: { tag: 'length', args: [array] } },
      {
        tag: 'let',
        value: shadows.of(array),
        op: { tag: 'alloc', type: typeOf(array), args: [length] },
      },
    ];
  });
