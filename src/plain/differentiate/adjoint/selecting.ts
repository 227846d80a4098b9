/**
 * The augmented primal of a loop that selects (selected.ts): it carries which step selected last, and what
 * this step needs.
 */
import { value } from '../../ir/build.js';
import type { ForStmt, IfStmt, Op, Region, Stmt, Value } from '../../ir/ir.js';
import { isUp, type Remembered } from './selected.js';

/** The values that the loop carries in addition. */
interface Carried {
  /** The values in the step that selects. */
  readonly taken: Value;
  readonly init: Value;
  readonly param: Value;
  readonly next: Value;
  readonly result: Value;
  readonly isLast: boolean;
}

const letOf = (made: Value, op: Op): Stmt => ({ tag: 'let', value: made, op });

export class Selecting {
  /** The replacements of statements that select. */
  private readonly choices = new Map<Stmt, (made: Stmt) => readonly Stmt[]>();

  /** A statement of the augmented primal, with what it has in addition if it selects. */
  with(of: Stmt, made: readonly Stmt[]): readonly Stmt[] {
    const choice = this.choices.get(of);
    return choice === undefined ? made : made.flatMap(choice);
  }

  /** A loop of the augmented primal. */
  loop(of: ForStmt, all: readonly Remembered[], make: () => ForStmt): readonly Stmt[] {
    if (all.length === 0) return [make()];
    const before: Stmt[] = [];
    const added = (op: Op, type: Value['type']): Value => {
      const made = value('', type);
      before.push(letOf(made, op));
      return made;
    };
    const constant = (of: number | boolean): Value =>
      added({ tag: 'const', value: of, args: [] }, typeof of === 'number' ? 'f64' : 'bool');
    const row = isUp(of) ? 'sub' : 'add';
    const none = added({ tag: 'prim', row, args: [of.from, constant(1)] }, 'f64');
    const carried = new Map<Stmt, { readonly how: Remembered; readonly own: Carried[] }>();
    for (const how of all) {
      const { last, handed, choice } = how;
      const own = carried.get(choice.stmt)?.own ?? [];
      carried.set(choice.stmt, { how, own });
      for (const [taken, result] of [[of.counter, last] as const, ...handed]) {
        const isLast = result === last;
        const init = isLast ? none : constant(result.type === 'bool' ? false : 0);
        const [param, next] = [result, result].map(({ name, type }) => value(name, type));
        own.push({ taken, init, param, next, result, isLast });
      }
    }
    for (const [stmt, { how, own }] of carried) this.choices.set(stmt, chosen(how, own, of.body));
    const more = [...carried.values()].flatMap(({ own }) => own);
    const made = make();
    const { body } = made;
    const whole: ForStmt = {
      ...made,
      inits: [...made.inits, ...more.map(({ init }) => init)],
      body: {
        ...body,
        params: [...body.params, ...more.map(({ param }) => param)],
        yields: [...body.yields, ...more.map(({ next }) => next)],
      },
      results: [...made.results, ...more.map(({ result }) => result)],
    };
    return [...before, whole];
  }
}

/** Replaces the statement that selects by one that also gives the values that are remembered. */
function chosen(
  { choice, places }: Remembered,
  own: readonly Carried[],
  body: Region,
): (made: Stmt) => readonly Stmt[] {
  const taken = own.map((one) => one.taken);
  const left = own.map(({ param }) => param);
  const branch = (stmt: IfStmt, isThen: boolean): Stmt => {
    const [then, otherwise] = isThen ? [taken, left] : [left, taken];
    return {
      ...stmt,
      then: { ...stmt.then, yields: [...stmt.then.yields, ...then] },
      otherwise: { ...stmt.otherwise, yields: [...stmt.otherwise.yields, ...otherwise] },
      results: [...stmt.results, ...own.map(({ next }) => next)],
    };
  };
  switch (choice.tag) {
    case 'branch':
      return (made) => [made.tag === 'if' ? branch(made, choice.isThen) : made];
    case 'choose': {
      const { test, isThen, other } = choice;
      const param = body.params[places[0]];
      const [then, otherwise] = (isThen ? [other, param] : [param, other]).map(
        (yielded): Region => ({ params: [], body: [], yields: [yielded] }),
      );
      const results = [body.yields[places[0]]];
      return () => [branch({ tag: 'if', test, then, otherwise, results }, isThen)];
    }
    case 'order':
      return (made) => [made, ...ordered(choice, own)];
  }
}

/** The greater or smaller one: NaN is remembered where neither is. */
function ordered(
  { taken, left }: Remembered['choice'] & { readonly tag: 'order' },
  own: readonly Carried[],
): readonly Stmt[] {
  const stmts: Stmt[] = [];
  const added = (type: Value['type'], op: Op): Value => {
    const made = value('', type);
    stmts.push(letOf(made, op));
    return made;
  };
  const isTaken = added('bool', { tag: 'compare', ...taken });
  const isLeft = added('bool', { tag: 'compare', ...left });
  const nan = added('f64', { tag: 'const', value: NaN, args: [] });
  for (const one of own) {
    const stays = one.isLast
      ? added('f64', { tag: 'choose', args: [isLeft, one.param, nan] })
      : one.param;
    stmts.push(letOf(one.next, { tag: 'choose', args: [isTaken, one.taken, stays] }));
  }
  return stmts;
}
