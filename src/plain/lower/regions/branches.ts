/** Puts together what branches leave behind. */
import { value } from '../../ir/build.js';
import { isArray, isNumber, type Region, type Stmt, type Value } from '../../ir/ir.js';
import type { FunctionNode, Node } from '../../front/syntax.js';
import { formOf, leavesOf } from '../meanings/carried-parts.js';
import type { Meaning, RecordMeaning, Slot } from '../meanings/meanings.js';
import { lost, nothing, perhapsMissing } from '../meanings/meanings.js';
import { noNumber } from '../meanings/advice.js';
import { JoinedTypes } from './joined-types.js';
import { Originals } from './originals.js';
import { toldByDifference } from './lists-that-differ.js';
import { WithinLimits } from './within-limits.js';
import { isCallable, joinedChoices } from '../meanings/chosen-functions.js';
import { fieldsOfBoth, grownBeside } from './joined-objects.js';
import { uncast } from '../meanings/members-of-family.js';
import { objectIn, poolNameOf, sitesOf } from '../meanings/pool-names.js';
import type { Get } from '../meanings/optionals.js';
import { isText, type TextMeaning } from '../meanings/words.js';

type Changes = ReadonlyMap<Slot, Meaning>;

interface Side {
  readonly body: Stmt[];
  readonly changes: Changes;
}

export abstract class Branches extends WithinLimits {
  /** Slots whose missing value may be any number, since nobody reads it. */
  protected readonly fillable = new Set<Slot>();
  protected readonly joinedTypes = new JoinedTypes();
  protected readonly originals = new Originals();
  /** What is outside of the function that is lowered now, and does not change in it. */
  protected foreign: ReadonlySet<Slot> = new Set();
  /** The body of a loop or a function: what it makes, it makes once. */
  protected round: object = {};

  /** Lowers a function of its own, which changes only some of what is outside. */
  protected apart<T>(node: FunctionNode | null, changed: readonly Slot[], lower: () => T): T {
    const { foreign, round } = this;
    this.round = {};
    this.foreign = this.state.slots(changed);
    const made = this.countedIn(node, lower);
    [this.foreign, this.round] = [foreign, round];
    return made;
  }

  /** What a slot holds; a cell is the cell. */
  protected kept(slot: Slot, node: Node): Meaning {
    const held = this.state.get(slot) ?? nothing;
    if (held.tag === 'lost') {
      if (held.mayBeMissing === true) this.remedies.learnMissing(slot.lasting);
      this.refuse(node, held.why, held.instead);
    }
    return held;
  }

  // ── Kinds of values ──

  protected override valueOf(given: Meaning, node: Node): Value {
    const of = this.sure(given);
    if (of.tag === 'value') return of.value;
    return this.refuse(node, ...noNumber(of));
  }

  protected numberOf(of: Meaning, node: Node): Value {
    const found = this.valueOf(of, node);
    if (isNumber(found.type)) return found;
    if (found.type === 'host') return this.realOf(found);
    return this.refuse(
      node,
      `${isArray(found.type) ? 'an array' : 'a boolean'} where a number is expected`,
      'convert it by a condition or an index',
    );
  }

  // ── Branches ──

  /** How many branches there are around what is lowered. */
  protected depthOfBranches = 0;

  /** Statements that `lower` adds, and what it changed. */
  protected branch(lower: () => void): Side {
    let changes: Changes = new Map();
    this.depthOfBranches++;
    const { body } = this.builder.region([], () => {
      changes = this.state.branch(lower);
      return [];
    });
    this.depthOfBranches--;
    return { body: [...body], changes };
  }

  /** Leaves unless a test is true. */
  protected override leaveUnless(test: Value): void {
    this.if(
      test,
      () => undefined,
      () => this.builder.add({ tag: 'leave' }),
    );
  }

  /** `if`, with what its branches leave in slots. */
  protected if(test: Value, then: () => void, otherwise: () => void): void {
    const known = this.answerOf(test);
    if (known !== undefined) {
      (known ? then : otherwise)();
      return;
    }
    const sides = [this.branch(then), this.branch(otherwise)];
    const left = sides.findIndex(({ body }) => body.some(({ tag }) => tag === 'leave'));
    if (left >= 0) {
      this.unlessLeaving(test, sides, left);
      return;
    }
    const yields: [Value[], Value[]] = [[], []];
    const results: Value[] = [];
    const after = new Map<Slot, Meaning>();
    for (const slot of new Set(sides.flatMap(({ changes }) => [...changes.keys()]))) {
      const old = this.state.get(slot);
      const pair = sides.map(({ changes }) => changes.get(slot) ?? old);
      const [one, other] = pair[0] === pair[1] ? pair : pair.map((of) => of && uncast(of));
      // A slot that only one branch has is one of its own.
      if (one === undefined || other === undefined) continue;
      after.set(slot, this.merged(slot, [one, other], sides, yields, results));
    }
    const [thenRegion, otherRegion] = sides.map(({ body }, k): Region => ({
      params: [],
      body,
      yields: yields[k],
    }));
    this.builder.add({ tag: 'if', test, then: thenRegion, otherwise: otherRegion, results });
    for (const [slot, to] of after) this.state.set(slot, to);
  }

  /** `if` of which one side leaves the function: what the other one does stands behind it. */
  private unlessLeaving(test: Value, sides: readonly Side[], left: number): void {
    const [then, otherwise] = sides.map(({ body }, k): Region => ({
      params: [],
      body: k === left ? body : [],
      yields: [],
    }));
    this.builder.add({ tag: 'if', test, then, otherwise, results: [] });
    const { body, changes } = sides[1 - left];
    this.builder.append(body);
    for (const [slot, to] of changes) this.state.set(slot, to);
  }

  /** Lists at the same place may come into one form when the function is lowered again. */
  protected learnBy(
    [one, other]: readonly Meaning[],
    gets: readonly Get[] = [this.state.get, this.state.get],
  ): void {
    this.remedies.learnAll(toldByDifference(one, other, gets));
  }

  /** Learns that objects beside others have several names. */
  protected learnSeveral(pair: readonly Meaning[]): void {
    if (!this.remedies.has('pools')) return;
    const { pools } = this.remedies;
    let isNew = false;
    for (const site of sitesOf(pair)) if (pools.learnNamed(site)) isNew = true;
    const [one, other] = pair.map((of) => objectIn(of));
    if (one && other && pools.unify(poolNameOf(one), poolNameOf(other))) isNew = true;
    if (isNew) this.remedies.isNew = true;
  }

  /** Notes the keys of an object that is one of two. */
  protected abstract noteJoined(of: RecordMeaning, pair: readonly Meaning[], gets: Get[]): void;

  private merged(
    slot: Slot,
    pair: readonly Meaning[],
    sides: readonly Side[],
    yields: readonly [Value[], Value[]],
    results: Value[],
  ): Meaning {
    const [one, other] = pair;
    if (one === other) return one;
    if (one.tag === 'text' && other.tag === 'text' && one.text === other.text) return one;
    if (one.tag === 'value' && other.tag === 'value' && one.value === other.value) return one;
    const lookups = sides.map(
      ({ changes }) =>
        (of: Slot) =>
          changes.get(of) ?? this.state.get(of),
    );
    if (isCallable(one) && isCallable(other)) {
      const made = joinedChoices(slot.name, [one, other], sides, yields);
      results.push(made.code);
      return made;
    }
    if (isText(one) && isText(other)) {
      [one, other].forEach((side, k) => yields[k].push(this.codeIn(side, sides[k].body)));
      const code = value(slot.name, 'f64');
      results.push(code);
      return { tag: 'word', code };
    }
    const place = pair.findIndex(({ tag }) => tag === 'text');
    if (place >= 0 && pair.some(({ tag }) => tag === 'nothing' || tag === 'optional')) {
      const code = this.codeIn(pair[place] as TextMeaning, sides[place].body);
      const both = pair.with(place, { tag: 'word', code });
      return this.merged(slot, both, sides, yields, results);
    }
    const isFillable = this.fillable.has(slot);
    if (!isFillable || one.tag === 'optional' || other.tag === 'optional') {
      const both = this.optionalSides(pair, [sides[0].body, sides[1].body], lookups, isFillable);
      if (both !== null && (both[0] !== one || both[1] !== other))
        return this.merged(slot, both, sides, yields, results);
    }
    if (one.tag === 'optional' && other.tag === 'optional' && one.isNull === other.isNull) {
      const inner = [one.of, other.of];
      if (fieldsOfBoth(inner[0], inner[1], lookups) !== null) {
        const there = value(slot.name, 'bool');
        [one, other].forEach((side, k) => yields[k].push(side.there));
        results.push(there);
        return { ...one, there, of: this.merged(slot, inner, sides, yields, results) };
      }
    }
    const fields = fieldsOfBoth(one, other, lookups);
    if (fields !== null) {
      pair.forEach((side, k) => this.fix(side, lookups[k]));
      const all = fields.map(([name, both]) => {
        return [name, this.merged({ name }, both, sides, yields, results)] as const;
      });
      const isWhole = pair.every((side) => side.tag === 'record' && side.isWhole);
      const held = { isFixed: true, isNamed: true, isWhole, sites: sitesOf(pair) };
      const made = { ...this.record(all), ...held };
      this.noteJoined(made, pair, lookups);
      return made;
    }
    const unknown = pair.find((side) => side.tag === 'lost' && side.mayBeMissing === true);
    if (unknown !== undefined) return unknown;
    const leaves = pair.map((side, k) => leavesOf(side, lookups[k]));
    let [left, right] = leaves;
    if (isFillable) {
      const fill = (k: number) =>
        leavesOf(this.filled(pair[1 - k], sides[k].body, lookups[1 - k]), this.state.get);
      if (left === null && one.tag === 'nothing' && right !== null) left = fill(0);
      if (right === null && other.tag === 'nothing' && left !== null) right = fill(1);
    }
    if (isFillable) this.remedies.learnReturned(grownBeside(pair, lookups));
    const differing = (what?: string): Meaning => {
      this.learnBy(pair, lookups);
      this.learnSeveral(pair);
      return this.twoThings(slot, what);
    };
    if (left === null || right === null || left.length !== right.length) return differing();
    pair.forEach((side, k) => this.fix(side, lookups[k]));
    const isFilled = one.tag === 'nothing' || other.tag === 'nothing';
    if (!isFilled && formOf(one, lookups[0]) !== formOf(other, lookups[1]))
      return differing('has different fields');
    const bodies = sides.map(({ body }) => body);
    [left, right] = this.asHosts([left, right], bodies);
    const joined = left.map((x, k) => this.joinedTypes.of(x.type, right[k].type));
    if (joined.includes(null)) return differing('has different types');
    const made = joined.map((type) => value(slot.name, type!));
    this.originals.joined(made, left, right);
    yields[0].push(...left);
    yields[1].push(...right);
    results.push(...made);
    const like = one.tag === 'nothing' ? 1 : 0;
    const joint = this.rebuilt(pair[like], made, lookups[like]);
    if (joint.tag === 'record') this.noteJoined(joint, pair, lookups);
    return joint.tag === 'record' ? { ...joint, sites: sitesOf(pair) } : joint;
  }

  /** What a slot holds that is given different things. A result that is no number may be missing until it is given. */
  private twoThings(slot: Slot, what = 'means different things'): Meaning {
    if (slot.lasting !== undefined && this.fillable.has(slot))
      return perhapsMissing(
        'a function that gives different things',
        'let it give the same kind of value at each return',
      );
    return lost(`${slot.name} ${what} in two branches`);
  }
}
