/**
 * The augmented primal: the function as it is, which also makes shadows, and keeps what the reverse sweep
 * needs.
 */
import type { Activity } from '../../analyse/activity.js';
import { value } from '../../ir/build.js';
import {
  isArray,
  regionsOf,
  shadowType,
  type CallStmt,
  type ForStmt,
  type IfStmt,
  type Op,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
  type WhileStmt,
} from '../../ir/ir.js';
import type { KeptBlock } from './kept.js';
import { strangersIn, type Half } from './halves.js';
import { shadowsOfResults } from './stepwise.js';
import { forgotten, type Shadows } from './shadows.js';
import type { Remembered } from './selected.js';
import { Selecting } from './selecting.js';
import type { Forgetting } from './run-again.js';
import type { Backs, BranchBack, CallBack, LoopBack } from './together.js';

interface Additions {
  readonly shadows: Shadows;
  /** The values that are kept at the end of each region. */
  readonly keeps: ReadonlyMap<Region, KeptBlock>;
  /** The element that an array holds before a store. */
  readonly olds: ReadonlyMap<Stmt, Value>;
  /** The numbers of steps of loops. */
  readonly counts: ReadonlyMap<WhileStmt, Value>;
  /**
   * Values through which gradients flow. Such a value may be an index only if it is whole; else the program
   * has no derivative.
   */
  readonly activity: Activity;
  /** Numbers that must be whole for a loop to run backwards. */
  readonly wholes: ReadonlyMap<ForStmt, readonly Value[]>;
  readonly halves: ReadonlyMap<string, Half>;
  /** Loops that forget what they kept, where that is much. */
  readonly forgetting: ReadonlyMap<Stmt, Forgetting>;
  /** The stack of what is kept. */
  readonly stack: number;
  /** The reverse sweeps that follow statements at once. */
  readonly backs: Backs;
  /** The values that loops that select remember. */
  readonly remembered: ReadonlyMap<Stmt, readonly Remembered[]>;
}

const constant = (made: Value, of: number): Stmt => ({
  tag: 'let',
  value: made,
  op: { tag: 'const', value: of, args: [] },
});

export function wayThere(
  whole: Region,
  {
    shadows,
    keeps,
    olds,
    counts,
    wholes,
    backs,
    activity,
    halves,
    forgetting,
    stack,
    remembered,
  }: Additions,
): Region {
  const asked = (index: Value): Stmt[] =>
    activity.has(index) ? [{ tag: 'whole', value: index }] : [];
  const shadowsAt = (stmt: IfStmt | ForStmt | WhileStmt, list: readonly Value[]) =>
    (shadows.handedOn.get(stmt) ?? []).map((place) => shadows.of(list[place]));

  const selecting = new Selecting();

  const region = (of: Region, way: IfStmt | ForStmt | WhileStmt | null): Region => {
    const kept = keeps.get(of);
    const hasParams = way !== null && way.tag !== 'if';
    return {
      params: hasParams ? [...of.params, ...shadowsAt(way, of.params)] : of.params,
      body: [
        ...of.body.flatMap((one) => selecting.with(one, stmt(one))),
        ...(kept !== undefined && kept.values.length > 0
          ? [{ tag: 'keep', stack, ...kept } as const]
          : []),
      ],
      yields: way === null ? of.yields : [...of.yields, ...shadowsAt(way, of.yields)],
    };
  };

  /** A definition, and the shadow of what it makes. */
  const made = (of: Stmt & { readonly tag: 'let' }): Stmt[] => {
    const { op } = of;
    if (!shadows.has(of.value)) return [of];
    const shadow = shadows.of(of.value);
    if (shadows.stepwise.has(shadow)) return [of];
    const like: Op | undefined =
      op.tag === 'alloc' ? { ...op, type: shadowType(op.type) } : shadows.parts.get(shadow);
    return like === undefined ? [of] : [of, { tag: 'let', value: shadow, op: like }];
  };

  const stored = (of: StoreStmt): Stmt[] => {
    const old = olds.get(of);
    if (isArray(of.value.type) && shadows.has(of.array))
      return [of, { ...of, array: shadows.of(of.array), value: shadows.of(of.value) }];
    if (old === undefined) return [of];
    return [{ tag: 'let', value: old, op: { tag: 'load', args: [of.array, of.index] } }, of];
  };

  const stmt = (of: Stmt): Stmt[] => {
    switch (of.tag) {
      case 'let':
        return of.op.tag === 'load' ? [...asked(of.op.args[1]), ...made(of)] : made(of);
      case 'store':
        return [...asked(of.index), ...stored(of)];
      case 'if':
        if (backs.branches.has(of)) return branched(of, backs.branches.get(of)!);
        return [
          {
            ...of,
            then: region(of.then, of),
            otherwise: region(of.otherwise, of),
            results: [...of.results, ...shadowsAt(of, of.results)],
          },
        ];
      case 'for':
        if (backs.loops.has(of)) return followed(of, backs.loops.get(of)!);
        return [
          ...(wholes.get(of) ?? []).map((number) => ({ tag: 'whole', value: number }) as const),
          ...forgetful(
            selecting.loop(of, remembered.get(of) ?? [], () => ({
              ...of,
              inits: [...of.inits, ...shadowsAt(of, of.inits)],
              body: region(of.body, of),
              results: [...of.results, ...shadowsAt(of, of.results)],
            })),
            forgetting.get(of),
          ),
          ...shadowsOfResults(of, shadows),
        ];
      case 'while':
        if (backs.loops.has(of)) return followed(of, backs.loops.get(of)!);
        return [...counted(of), ...shadowsOfResults(of, shadows)];
      case 'call':
        return backs.calls.has(of) ? calledBoth(of, backs.calls.get(of)!) : called(of);
      case 'keep':
      case 'take': {
        const more = of.values.filter((one) => isArray(one.type) && shadows.has(one));
        return [{ ...of, values: [...of.values, ...more.map(shadows.of)] }];
      }
      default:
        return regionsOf(of).length === 0 ? [of] : [];
    }
  };

  /** A loop that may forget what it kept. */
  const forgetful = (loop: readonly Stmt[], forget: Forgetting | undefined): readonly Stmt[] => {
    if (forget === undefined) return loop;
    const { mark, isFull, limit, most } = forget;
    const nothing = { params: [], body: [], yields: [] };
    const then: Region = { ...nothing, body: [{ tag: 'forget', stack, mark }] };
    return [
      { tag: 'mark', stack, mark },
      constant(limit, most),
      { tag: 'let', value: isFull, op: { tag: 'compare', by: 'ge', args: [mark, limit] } },
      ...loop,
      { tag: 'if', test: isFull, then, otherwise: nothing, results: [] },
    ];
  };

  /** A branch of which each side is followed by its reverse sweep. */
  const branched = (of: IfStmt, back: BranchBack): Stmt[] => {
    const side = (there: Region, behind: Region): Region => {
      const own = region(there, null);
      const yields = [...own.yields, ...behind.yields];
      return { params: [], body: [...own.body, ...behind.body], yields };
    };
    const [then, otherwise] = [side(of.then, back.then), side(of.otherwise, back.otherwise)];
    return [...back.before, { ...of, then, otherwise, results: [...of.results, ...back.results] }];
  };

  /** A call of a function that is followed by its reverse sweep. */
  const calledBoth = (of: CallStmt, { before, seeds, slopes }: CallBack): Stmt[] => {
    const { both, shadowed } = halves.get(of.of)!;
    const more = shadowed.map((k) => shadows.of(of.args[k]));
    const args = [...of.args, ...more, ...seeds];
    return [...before, { ...of, of: both, args, results: [...of.results, ...slopes] }];
  };

  const called = (of: CallStmt): Stmt[] => {
    const half = halves.get(of.of);
    const grown: CallStmt =
      half === undefined
        ? of
        : {
            ...of,
            of: half.there,
            args: [...of.args, ...half.shadowed.map((k) => shadows.of(of.args[k]))],
            results: [...of.results, ...half.made.map((k) => shadows.of(of.results[k]))],
          };
    return [grown, ...forgotten(strangersIn(of, halves), shadows)];
  };

  /** A loop of which each step is followed by its reverse sweep. */
  const followed = (of: ForStmt | WhileStmt, back: LoopBack): Stmt[] => {
    const own = region(of.body, null);
    const more = {
      inits: [...of.inits, ...back.inits],
      body: {
        params: [...own.params, ...back.params],
        body: [...own.body, ...back.body],
        yields: [...own.yields, ...back.yields],
      },
      results: [...of.results, ...back.results],
    };
    if (of.tag === 'for') return [...back.before, { ...of, ...more }];
    const asked = back.params.map(({ name, type }) => value(name, type));
    const test = { ...of.test, params: [...of.test.params, ...asked] };
    return [...back.before, { ...of, ...more, test }];
  };

  /** A loop that carries the number of its steps, too. */
  const counted = (of: WhileStmt): Stmt[] => {
    const count = counts.get(of);
    const body = region(of.body, of);
    const more = shadowsAt(
      of,
      of.test.params.map((_, k) => of.body.params[k]),
    ).map(({ name, type }) => value(name, type));
    const grown: WhileStmt = {
      ...of,
      inits: [...of.inits, ...shadowsAt(of, of.inits)],
      test: { ...of.test, params: [...of.test.params, ...more] },
      body,
      results: [...of.results, ...shadowsAt(of, of.results)],
    };
    if (count === undefined) return [grown];
    const [none, one, steps, next] = [
      value('', 'f64'),
      value('', 'f64'),
      value('steps', 'f64'),
      value('', 'f64'),
    ];
    return [
      constant(none, 0),
      {
        ...grown,
        inits: [...grown.inits, none],
        test: { ...grown.test, params: [...grown.test.params, value('steps', 'f64')] },
        body: {
          params: [...body.params, steps],
          body: [
            ...body.body,
            constant(one, 1),
            { tag: 'let', value: next, op: { tag: 'prim', row: 'add', args: [steps, one] } },
          ],
          yields: [...body.yields, next],
        },
        results: [...grown.results, count],
      },
    ];
  };

  return region(whole, null);
}
