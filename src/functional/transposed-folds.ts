/**
 * The transposed Jacobians of folds and scans: Figs. 5, 13, 16 and 17. A cotangent goes back from state to
 * state by a scan in the other direction.
 */
import { sum, zeroOf } from './ground.js';
import { open, pairs, type Iteration } from './iteration.js';
import {
  constant,
  iterate,
  letIn,
  move,
  plus,
  product,
  proj,
  real,
  times,
  variable,
  type Term,
} from './language.js';
import type { Lets, Transpose } from './transpose.js';

const [a, b, c, p, x, y] = ['a', 'b', 'c', 'p', 'x', 'y'].map(variable);
const timesAll = (name: 'reduce' | 'scanr', of: Term): Term =>
  iterate(name, ['x', 'y'], times(x, y), constant(1), of);
/** (c, p → π₁ p * c + π₂ p): cotangents of states, from the partials and the own cotangents of each. */
const alongStates = plus(times(proj(0, 2, p), c), proj(1, 2, p));

const isScan = ({ term }: Iteration): boolean => term.name.startsWith('scan');
const isLeft = ({ term }: Iteration): boolean => term.name !== 'scanr';

/** The states before each element. */
function statesBefore({ term }: Iteration, v: Term, xs: Term): Term {
  const all = { ...term, name: term.name === 'scanr' ? 'scanr' : 'scanl', args: [v, xs] } as const;
  return move(term.name === 'scanr' ? 'shift1L' : 'shift1R', all);
}

/** The first and the others of the cotangents of all states of a scan, in the order in which they are met. */
function ofScan(all: Iteration, v: Term, z: Term): readonly [first: Term, rest: Term] {
  if (!isLeft(all)) return [move('get', z, constant(0)), move('shift1L', z)];
  return [iterate('foldl', ['x', 'y'], y, zeroOf(all.result, v), z), move('shift1R', z)];
}

/** From all cotangents of states: that of the start, and those after each element. */
const startAndRest = (all: Iteration, v: Term, states: Term): readonly [Term, Term] =>
  isLeft(all)
    ? [move('get', states, constant(0)), move('shift1L', states)]
    : [iterate('foldl', ['x', 'y'], y, zeroOf(all.result, v), states), move('shift1R', states)];

/** Functions of reals: partials are multiplied. */
export function ofFold(all: Iteration): Transpose {
  const { term, params, free } = all;
  const isReduce = term.name === 'reduce';
  return {
    args: term.args,
    free,
    at: ([v, xs]) => {
      const [a0, a1, a2] = ['A', 'A', 'A'].map((stem) => all.fresh(stem));
      const at = [variable(a0), xs];
      const byState = iterate('map2', params, all.gradient(params[0]), ...at);
      const byElement = iterate('map2', params, all.gradient(params[1]), ...at);
      const [s, n] = [variable(a1), variable(a2)];
      const value: Term = { ...term, args: [v, xs] };
      const before: Lets = [
        [a0, statesBefore(all, v, xs)],
        [a1, isReduce ? move('shift1L', byState) : byState],
        [a2, byElement],
      ];
      if (isScan(all))
        return {
          value,
          prepared: before,
          pull: (z) => {
            const own = all.fresh('C');
            const [first, rest] = ofScan(all, v, z);
            const back = isLeft(all) ? 'scanr' : 'scanl';
            const states = iterate(back, ['c', 'p'], alongStates, first, pairs(s, rest));
            const [start, here] = startAndRest(all, v, variable(own));
            return {
              lets: [[own, states]],
              cotangents: [start, iterate('map2', ['a', 'b'], times(a, b), n, here)],
              free: all.ofFree(at, here),
            };
          },
        };
      const a3 = all.fresh('A');
      return {
        value,
        prepared: [...before, [a3, timesAll('scanr', isReduce ? s : move('shift1L', s))]],
        pull: (z) => {
          const change = iterate('map', ['a'], times(a, z), variable(a3));
          return {
            cotangents: [
              isReduce ? zeroOf(real, v) : times(timesAll('reduce', s), z),
              iterate('map2', ['a', 'b'], times(times(a, b), z), variable(a3), n),
            ],
            free: all.ofFree(at, change),
          };
        },
      };
    },
  };
}

/** Fig. 17: Jacobians are multiplied. Rules of A.5 make of it what `ofGeneralFold` is. */
export function ofGeneralReduce(all: Iteration): Transpose {
  const { term, params, result } = all;
  return {
    args: term.args,
    free: [],
    at: ([v, xs]) => {
      const [a0, a1, a2, a3] = ['A', 'A', 'A', 'A'].map((stem) => all.fresh(stem));
      const at = [variable(a0), xs];
      const by = (one: string) => iterate('map2', params, all.jacobian([one]), ...at);
      const f = { params: ['c'], body: c };
      const unit: Term = { tag: 'jacobian', by: v, of: v, type: result, f };
      const joined = product('*̃', result, x, y);
      return {
        value: { ...term, args: [v, xs] },
        prepared: [
          [a0, statesBefore(all, v, xs)],
          [a1, move('shift1L', by(params[0]))],
          [a2, by(params[1])],
          [a3, iterate('scanr', ['x', 'y'], joined, unit, variable(a1))],
        ],
        pull: (z) => {
          const each = product('*̂', result, x, product('*̂', result, y, z));
          const change = iterate('map2', ['x', 'y'], each, variable(a2), variable(a3));
          return { cotangents: [zeroOf(all.types[0], v), change], free: null };
        },
      };
    },
  };
}

/** Functions of any types: cotangents go through the function, rather than times its Jacobian. */
export function ofGeneralFold(all: Iteration): Transpose {
  const { term, params, free, result } = all;
  const back = isLeft(all) ? 'scanr' : 'scanl';
  return {
    args: term.args,
    free,
    at: ([v, xs]) => {
      const a0 = all.fresh('A');
      const at = [variable(a0), xs];
      const statesOf = (z: Term): Term => {
        const [one, two, three] = ['c', 'p', 'r'].map((stem) => all.fresh(stem));
        const step = open(params, two, all.pulled([params[0]], one));
        if (!isScan(all)) return iterate(back, [one, two], step, z, pairs(at[0], xs));
        const [first, rest] = ofScan(all, v, z);
        const own = all.fresh('t');
        const total = letIn(own, step, sum(result, variable(own), variable(three)));
        const pair = all.fresh('p');
        const body = open([two, three], pair, total);
        return iterate(back, [one, pair], body, first, pairs(pairs(at[0], xs), rest));
      };
      return {
        value: { ...term, args: [v, xs] },
        prepared: [[a0, statesBefore(all, v, xs)]],
        pull: (z) => {
          const own = all.fresh('C');
          const [start, here] = startAndRest(all, v, variable(own));
          return {
            lets: [[own, statesOf(z)]],
            cotangents: [
              term.name === 'reduce' ? zeroOf(result, v) : start,
              all.through([params[1]], at, here),
            ],
            free: free.length === 0 ? null : all.summed(all.through(free, at, here)),
          };
        },
      };
    },
  };
}
