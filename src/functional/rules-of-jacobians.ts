/**
 * Rules for general arrays (A.5): products of matrices become products of matrices and vectors, and a
 * Jacobian times a vector becomes the cotangent itself. After them no Jacobian is left.
 */
import {
  constant,
  iterate,
  move,
  product,
  tuple,
  variable,
  type Fun,
  type Term,
  type TermOf,
} from './language.js';
import { apart, type Rule } from './rule.js';
import { letTuple, wholeTuple } from './rules-of-lets.js';
import { isFreeIn, occurrences, partsOf, substituted } from './traversal.js';

const group = 'General arrays (A.5)';

const isVar = (term: Term, name: string): boolean => term.tag === 'var' && term.name === name;

/** The z of (y → y *̂ z), where z does not depend on y. */
function factorOf({ params: [y], body }: Fun): Term | null {
  if (body.tag !== 'product' || body.name !== '*̂' || !isVar(body.args[0], y)) return null;
  return isFreeIn(y, body.args[1]) ? null : body.args[1];
}

/** True if a variable occurs once in a term, as the Jacobian of `j *̂ z`. */
const isFactorIn = (j: string, term: Term): boolean =>
  occurrences(term).get(j) === 1 && isFactorOnly(j, term);
const isFactorOnly = (j: string, term: Term): boolean =>
  (term.tag === 'product' && term.name === '*̂' && isVar(term.args[0], j)) ||
  partsOf(term).some(({ binds, of }) => !binds.includes(j) && isFactorOnly(j, of));

/** An array of Jacobians: map (x → ∇) A, or map2 (x, y → ∇) A B. */
const isOfJacobians = (term: Term): term is TermOf<'iterate'> =>
  term.tag === 'iterate' &&
  (term.name === 'map' || term.name === 'map2') &&
  term.f.body.tag === 'jacobian';

const isConstant = (term: Term): boolean =>
  term.tag === 'const' || (term.tag === 'tuple' && term.items.every(isConstant));

export const rulesOfJacobians: readonly Rule[] = [
  letTuple,
  wholeTuple,
  {
    group,
    text: 'map2 (x, y → e) (map (z → c) A) B ⇝ map (y → e[c/x]) B, and so for B',
    apply: (term) => {
      if (term.tag !== 'iterate' || term.name !== 'map2') return null;
      const at = term.args.findIndex(
        (arg) => arg.tag === 'iterate' && arg.name === 'map' && isConstant(arg.f.body),
      );
      if (at < 0) return null;
      const c = (term.args[at] as TermOf<'iterate'>).f.body;
      const body = substituted(term.f.body, new Map([[term.f.params[at], c]]));
      return iterate('map', [term.f.params[1 - at]], body, term.args[1 - at]);
    },
  },
  {
    group,
    text: 'map2 (x, y → x *̂ (y *̂ z)) A B ⇝ map2 *̂ A (map (y → y *̂ z) B)',
    apply: (term) => {
      if (term.tag !== 'iterate' || term.name !== 'map2') return null;
      const { params, body } = term.f;
      const [x, y] = params;
      if (body.tag !== 'product' || body.name !== '*̂' || !isVar(body.args[0], x)) return null;
      const inner = { params: [y], body: body.args[1] };
      if (factorOf(inner) === null || isFreeIn(x, body.args[1])) return null;
      const outer = product('*̂', body.over, variable('x'), variable('y'));
      const [a, b] = term.args;
      return iterate('map2', ['x', 'y'], outer, a, iterate('map', inner.params, inner.body, b));
    },
  },
  {
    group,
    text: 'map (y → y *̂ z) (scanr *̃ 1̂ A) ⇝ scanr (c, J → J *̂ c) z A',
    apply: (term) => {
      if (term.tag !== 'iterate' || term.name !== 'map') return null;
      const z = factorOf(term.f);
      const [scan] = term.args;
      if (z === null || scan.tag !== 'iterate' || scan.name !== 'scanr') return null;
      const { body } = scan.f;
      if (body.tag !== 'product' || body.name !== '*̃') return null;
      const each = product('*̂', body.over, variable('j'), variable('c'));
      return iterate('scanr', ['c', 'j'], each, z, scan.args[1]);
    },
  },
  {
    group,
    text: 'shift1L (map2 (x, y → ∇e) A B) ⇝ map2 (x, y → ∇e) (shift1L A) (shift1L B)',
    apply: (term) => {
      if (term.tag !== 'move' || term.name !== 'shift1L' || !isOfJacobians(term.args[0]))
        return null;
      const [of] = term.args;
      return { ...of, args: of.args.map((arg) => move('shift1L', arg)) };
    },
  },
  {
    group,
    text: 'map2 (j, c → e₁) (map2 (x, y → ∇e) A B) C ⇝ map2 (p, c → let x, y = p in e₁[∇e/j]) (map2 (a, b → (a, b)) A B) C, for a j that is used once, in j *̂ z, and so for scanr',
    apply: (term) => {
      if (term.tag !== 'iterate' || (term.name !== 'map2' && term.name !== 'scanr')) return null;
      const at = term.name === 'map2' ? 0 : 1;
      const from = term.args[at];
      const j = term.f.params[at];
      if (!isOfJacobians(from) || !isFactorIn(j, term.f.body)) return null;
      const own = apart(from.f.params, from.f.body, [term.f.body]);
      const body = substituted(term.f.body, new Map([[j, own.body]]));
      const isPair = own.names.length > 1;
      const [p] = isPair ? apart(['p'], body, own.names.map(variable)).names : own.names;
      const [a, b] = ['a', 'b'].map(variable);
      const elements = isPair
        ? iterate('map2', ['a', 'b'], tuple(a, b), ...from.args)
        : from.args[0];
      const opened: Term = { tag: 'let', names: own.names, bound: variable(p), body };
      return {
        ...term,
        f: {
          params: term.f.params.map((name, k) => (k === at ? p : name)),
          body: isPair ? opened : body,
        },
        args: term.args.map((arg, k) => (k === at ? elements : arg)),
      };
    },
  },
  {
    group,
    text: 'map (y → e) (scanr f v A) (y ∉ FV(e)) ⇝ map (y → e) (scanr (x, y → x) 0 A), and so for scanl',
    apply: (term) => {
      if (term.tag !== 'iterate' || term.name !== 'map') return null;
      const [scan] = term.args;
      if (scan.tag !== 'iterate' || !scan.name.startsWith('scan')) return null;
      const isThere = scan.f.body.tag === 'var' && scan.args[0].tag === 'const';
      if (isThere || isFreeIn(term.f.params[0], term.f.body)) return null;
      return {
        ...term,
        args: [iterate(scan.name, ['x', 'y'], variable('x'), constant(0), scan.args[1])],
      };
    },
  },
  {
    group,
    text: 'scanr (x, y → e) v (map2 f A B) (y ∉ FV(e)) ⇝ scanr (x, y → e) v A, and so for other folds',
    apply: (term) => {
      if (term.tag !== 'iterate' || ['map', 'map2', 'build'].includes(term.name)) return null;
      const [v, from] = term.args;
      const isMap = from.tag === 'iterate' && (from.name === 'map' || from.name === 'map2');
      if (!isMap || isFreeIn(term.f.params[1], term.f.body)) return null;
      return { ...term, args: [v, from.args[0]] };
    },
  },
  {
    group,
    text: '(∇e) *̂ z ⇝ the cotangent of x for the cotangent z of e',
    apply: (term) => {
      if (term.tag !== 'product' || term.name !== '*̂' || term.args[0].tag !== 'jacobian')
        return null;
      return { tag: 'apply', f: { tag: 'fun', f: term.args[0].f }, args: [term.args[1]] };
    },
  },
];
