/**
 * The transposed Jacobians of operators: Figs. 5 and 16, and for the others the recipe of §7.3. An
 * operator is given as its arguments, the free variables of its function, and, at variables for the
 * arguments, its value, what is computed beforehand, and the cotangents of the arguments for that of the
 * value.
 */
import { multiple, sum, zeroOf } from './ground.js';
import {
  constant,
  iterate,
  move,
  plus,
  proj,
  real,
  times,
  tuple,
  variable,
  type Term,
  type TermOf,
  type Type,
} from './language.js';
import { partialsOf as partialsOfOperation } from './scalar-operations.js';
import { realStates, illTyped } from './errors.js';
import type { Names } from './fresh-names.js';
import { plain, type Transpose } from './transpose.js';
import { ofMovement } from './transposed-movements.js';
import { occurrences } from './traversal.js';
import { extended, paramTypes, typeOf, typeText, type Context } from './typing.js';

/** Gradients of functions of iterations. */
interface Gradients {
  readonly names: Names;
  gradient(term: Term, context: Context, by: readonly string[]): Term;
  pulled(term: Term, context: Context, by: readonly string[], cotangent: Term): Term;
}

/** @param gamma the variables that have cotangents */
export function transposeOf(
  term: Term,
  context: Context,
  gamma: readonly string[],
  by: Gradients,
): Transpose {
  switch (term.tag) {
    case 'op':
      return plain(
        term.args,
        (xs) => ({ ...term, args: xs }),
        (xs, z) => partialsOfOperation(term.name, xs).map((partial) => times(partial, z)),
      );
    case 'tuple':
      return plain(
        term.items,
        (xs) => tuple(...xs),
        (xs, z) => xs.map((_, k) => proj(k, xs.length, z)),
      );
    case 'proj': {
      const type = typeOf(term.of, context);
      const parts = type.tag === 'tuple' ? type.of : [];
      return plain(
        [term.of],
        ([x]) => ({ ...term, of: x }),
        ([x], z) => [
          tuple(
            ...parts.map((of, k) => (k === term.index ? z : zeroOf(of, proj(k, parts.length, x)))),
          ),
        ],
      );
    }
    case 'move':
      return ofMovement(term, context);
    case 'iterate':
      return ofIteration(term, context, gamma, by);
    default:
      throw illTyped('what is differentiated', 'an operator', term.tag);
  }
}

/** The last element of an array that has one. */
const last = (a: Term): Term => iterate('foldl', ['x', 'y'], variable('y'), constant(0), a);
const pairs = (a: Term, b: Term): Term =>
  iterate('map2', ['a', 'b'], tuple(variable('a'), variable('b')), a, b);
const product = (a: Term, b: Term): Term =>
  iterate('map2', ['a', 'b'], times(variable('a'), variable('b')), a, b);
/** (c, p → π₁ p * c + π₂ p): cotangents of states, from the partials and the own cotangents of each. */
const alongStates = plus(
  times(proj(0, 2, variable('p')), variable('c')),
  proj(1, 2, variable('p')),
);

function ofIteration(
  term: TermOf<'iterate'>,
  context: Context,
  gamma: readonly string[],
  by: Gradients,
): Transpose {
  const { name, f, args } = term;
  const { params, body } = f;
  const types = paramTypes(term, context);
  const inner = extended(context, params, types);
  const result = typeOf(body, inner);
  const isFold = name !== 'map' && name !== 'map2' && name !== 'build';
  if (isFold && (result.tag !== 'real' || types[1].tag !== 'real'))
    throw realStates(name, typeText(result.tag === 'real' ? types[1] : result));
  const here = occurrences(body);
  const free = gamma.filter((one) => here.has(one) && !params.includes(one));
  const freeTypes = free.map((one) => context.get(one)!);
  const typeOfFree: Type = free.length === 1 ? freeTypes[0] : { tag: 'tuple', of: freeTypes };
  const zeroOfFree = zeroOf(
    typeOfFree,
    free.length === 1 ? variable(free[0]) : tuple(...free.map(variable)),
  );
  const gradient = (one: string): Term => by.gradient(body, inner, [one]);

  /** Σ ∇e * z over all elements: reduce +̂ 0̂ (map2 *̂ (map2 (∇_Γ e) …) Z). */
  const ofFree = (over: readonly Term[], z: Term): Term | null => {
    if (free.length === 0) return null;
    const gradients = iterate(
      name === 'map' || name === 'build' ? name : 'map2',
      params,
      by.gradient(body, inner, free),
      ...over,
    );
    return summed(
      iterate('map2', ['g', 'b'], multiple(typeOfFree, variable('g'), variable('b')), gradients, z),
    );
  };
  const summed = (all: Term): Term =>
    iterate('reduce', ['p', 'q'], sum(typeOfFree, variable('p'), variable('q')), zeroOfFree, all);

  /**
   * Elements that are not reals: the cotangent goes through the function, rather than times a gradient
   * (A.5).
   */
  const through = (xs: readonly Term[], one: readonly string[], z: Term): Term => {
    const [p, c] = [by.names.fresh('p'), by.names.fresh('c')];
    const here = extended(inner, [c], [result]);
    const pulled = by.pulled(body, here, one, variable(c));
    if (xs.length === 1) return iterate('map2', [params[0], c], pulled, xs[0], z);
    const open = { tag: 'let', names: params, bound: variable(p), body: pulled } as const;
    return iterate('map2', [p, c], open, pairs(xs[0], xs[1]), z);
  };

  const value = (xs: readonly Term[]): Term => ({ ...term, args: xs });
  if (!isFold)
    return {
      args,
      free,
      at: (xs) => ({
        value: value(xs),
        prepared: [],
        pull: (z) => {
          if (name === 'build') return { cotangents: [constant(0)], free: ofFree([xs[0]], z) };
          if (result.tag !== 'real')
            return {
              cotangents: params.map((one) => through(xs, [one], z)),
              free: free.length === 0 ? null : summed(through(xs, free, z)),
            };
          return {
            cotangents: params.map((one, k) =>
              iterate(
                'map2',
                ['g', 'b'],
                multiple(types[k], variable('g'), variable('b')),
                iterate(name, params, gradient(one), ...xs),
                z,
              ),
            ),
            free: ofFree(xs, z),
          };
        },
      }),
    };

  return {
    args,
    free,
    at: ([v, a]) => {
      const own = (stem: string) => by.names.fresh(stem);
      const all = iterate(name === 'scanr' ? 'scanr' : 'scanl', params, body, v, a);
      const [a0, a1, a2] = [own('A'), own('A'), own('A')];
      const before = move(name === 'scanr' ? 'shift1L' : 'shift1R', all);
      const [x, y] = params;
      const at = [variable(a0), a];
      const byState = iterate('map2', params, gradient(x), ...at);
      const byElement = iterate('map2', params, gradient(y), ...at);
      const [s, n] = [variable(a1), variable(a2)];
      if (name === 'reduce' || name === 'foldl') {
        const a3 = own('A');
        const isReduce = name === 'reduce';
        return {
          value: value([v, a]),
          prepared: [
            [a0, before],
            [a1, isReduce ? move('shift1L', byState) : byState],
            [a2, byElement],
            [
              a3,
              iterate(
                'scanr',
                ['x', 'y'],
                times(variable('x'), variable('y')),
                constant(1),
                isReduce ? s : move('shift1L', s),
              ),
            ],
          ],
          pull: (z) => {
            const scaled = times(times(variable('a'), variable('b')), z);
            const c = variable(a3);
            const change = iterate('map', ['a'], times(variable('a'), z), c);
            return {
              cotangents: [
                isReduce
                  ? zeroOf(real, v)
                  : times(
                      iterate(
                        'reduce',
                        ['x', 'y'],
                        times(variable('x'), variable('y')),
                        constant(1),
                        s,
                      ),
                      z,
                    ),
                iterate('map2', ['a', 'b'], scaled, c, n),
              ],
              free: ofFree(at, change),
            };
          },
        };
      }
      return {
        value: value([v, a]),
        prepared: [
          [a0, before],
          [a1, byState],
          [a2, byElement],
        ],
        pull: (z) => {
          const isLeft = name === 'scanl';
          const own = isLeft ? last(z) : move('get', z, constant(0));
          const rest = move(isLeft ? 'shift1R' : 'shift1L', z);
          const states = iterate(
            isLeft ? 'scanr' : 'scanl',
            ['c', 'p'],
            alongStates,
            own,
            pairs(s, rest),
          );
          const here = move(isLeft ? 'shift1L' : 'shift1R', states);
          return {
            cotangents: [
              isLeft ? move('get', states, constant(0)) : last(states),
              product(n, here),
            ],
            free: ofFree(at, here),
          };
        },
      };
    },
  };
}
