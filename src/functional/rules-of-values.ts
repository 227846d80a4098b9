/**
 * The rules of Fig. 12 for reals, arrays and conditionals, with two steps of appendix A.6 that the figure
 * leaves out. They hold for real numbers: 0 * e is 0 whatever e is.
 */
import { constant, iterate, letIn, move, type Fun, type Term } from './language.js';
import { isComparison, valueOf } from './scalar-operations.js';
import { apart, type Rule } from './rule.js';
import { isFreeIn, isSame, partsOf, withParts } from './traversal.js';

const isConst = (term: Term, value: number): boolean =>
  term.tag === 'const' && term.value === value;
const isVar = (term: Term, name: string): boolean => term.tag === 'var' && term.name === name;

/** The argument of a binary operation beside a constant, on either side if `both`. */
function beside(term: Term, name: string, value: number): Term | null {
  if (term.tag !== 'op' || term.name !== name) return null;
  const [x, y] = term.args;
  return isConst(x, value) ? y : isConst(y, value) ? x : null;
}

/** True if a function is (x, y → x op y). */
const isSection = ({ params, body }: Fun, name: string): boolean =>
  body.tag === 'op' && body.name === name && body.args.every((arg, k) => isVar(arg, params[k]));

/** The array A of `OnesLike(A)`, or of `ZerosLike(A)`: map (x → c) A. */
const likeOf = (term: Term, value: number): Term | null =>
  term.tag === 'iterate' && term.name === 'map' && isConst(term.f.body, value)
    ? term.args[0]
    : null;

/** The other array of `map2 op A B`, where one is constant. */
function besideArray(term: Term, name: string, value: number): Term | null {
  if (term.tag !== 'iterate' || term.name !== 'map2' || !isSection(term.f, name)) return null;
  const [a, b] = term.args;
  return likeOf(b, value) !== null ? a : likeOf(a, value) !== null ? b : null;
}

/** True if a term is `reduce op c` of an array of that constant. */
const reducesConstants = (term: Term, name: string, value: number): boolean =>
  term.tag === 'iterate' &&
  term.name === 'reduce' &&
  isSection(term.f, name) &&
  isConst(term.args[0], value) &&
  likeOf(term.args[1], value) !== null;

const shiftedConstants = (term: Term, name: 'shift1L' | 'shift1R'): Term | null => {
  if (term.tag !== 'move' || term.name !== name) return null;
  const [of] = term.args;
  const isConstant = of.tag === 'iterate' && of.name === 'map' && of.f.body.tag === 'const';
  return isConstant ? { ...of, args: [move(name, of.args[0])] } : null;
};

const algebraic = 'Algebraic simplifications';
const arrays = 'Array algebraic simplifications';
const conditionals = 'Conditionals';
const appendix = 'Steps of A.6';

/** Sums and products of constants, and with 0 and 1. */
export const constants: readonly Rule[] = [
  {
    group: algebraic,
    text: '0 * e ⇝ 0',
    apply: (term) => (beside(term, 'mul', 0) === null ? null : constant(0)),
  },
  {
    group: algebraic,
    text: '0 + e, 1 * e ⇝ e',
    apply: (term) => beside(term, 'add', 0) ?? beside(term, 'mul', 1),
  },
  {
    group: algebraic,
    text: 'op(c, …) ⇝ the constant op(c, …)',
    apply: (term) => {
      if (term.tag !== 'op' || isComparison(term.name)) return null;
      const values = term.args.map((arg) => (arg.tag === 'const' ? arg.value : NaN));
      const value = values.includes(NaN) ? NaN : valueOf(term.name, values);
      return Number.isFinite(value) ? constant(value as number) : null;
    },
  },
];

export const rulesOfValues: readonly Rule[] = [
  ...constants,
  {
    group: arrays,
    text: 'map2 * A OnesLike(B) ⇝ A',
    apply: (term) => besideArray(term, 'mul', 1),
  },
  {
    group: arrays,
    text: 'map2 + A ZerosLike(B) ⇝ A',
    apply: (term) => besideArray(term, 'add', 0),
  },
  {
    group: arrays,
    text: 'map (x → x) A ⇝ A',
    apply: (term) =>
      term.tag === 'iterate' && term.name === 'map' && isVar(term.f.body, term.f.params[0])
        ? term.args[0]
        : null,
  },
  {
    group: arrays,
    text: 'map2 * A ZerosLike(B) ⇝ ZerosLike(B)',
    apply: (term) =>
      term.tag === 'iterate' && besideArray(term, 'mul', 0) !== null
        ? term.args.find((arg) => likeOf(arg, 0) !== null)!
        : null,
  },
  {
    group: arrays,
    text: 'reduce * 1 OnesLike(A) ⇝ 1',
    apply: (term) => (reducesConstants(term, 'mul', 1) ? constant(1) : null),
  },
  {
    group: arrays,
    text: 'reduce + 0 ZerosLike(A) ⇝ 0',
    apply: (term) => (reducesConstants(term, 'add', 0) ? constant(0) : null),
  },
  {
    group: arrays,
    text: 'shift1L OnesLike(A) ⇝ OnesLike(shift1L A)',
    apply: (term) => shiftedConstants(term, 'shift1L'),
  },
  {
    group: arrays,
    text: 'shift1R OnesLike(A) ⇝ OnesLike(shift1R A)',
    apply: (term) => shiftedConstants(term, 'shift1R'),
  },
  {
    group: 'Classic array simplification',
    text: 'map (x → e₁) (map2 (y₁, y₂ → e₂) A B) ⇝ map2 (y₁, y₂ → let x = e₂ in e₁) A B',
    apply: (term) => {
      if (term.tag !== 'iterate' || term.name !== 'map') return null;
      const [inner] = term.args;
      if (inner.tag !== 'iterate' || (inner.name !== 'map2' && inner.name !== 'map')) return null;
      const own = apart(inner.f.params, inner.f.body, [{ tag: 'fun', f: term.f }]);
      return {
        ...inner,
        f: { params: own.names, body: letIn(term.f.params, own.body, term.f.body) },
      };
    },
  },
  {
    group: conditionals,
    text: 'if e₁ then e₂ else e₂ ⇝ e₂',
    apply: (term) => (term.tag === 'if' && isSame(term.then, term.otherwise) ? term.then : null),
  },
  {
    group: conditionals,
    text: 'if true then e₂ else e₃ ⇝ e₂, if false then e₂ else e₃ ⇝ e₃',
    apply: (term) => {
      if (term.tag !== 'if' || term.test.tag !== 'op') return null;
      const { name, args } = term.test;
      if (!args.every(({ tag }) => tag === 'const')) return null;
      const isTrue = valueOf(
        name,
        args.map((arg) => (arg as { value: number }).value),
      );
      return isTrue === true ? term.then : term.otherwise;
    },
  },
  {
    group: conditionals,
    // Other arguments of f would stand twice.
    text: 'f(if e₁ then e₂ else e₃) ⇝ if e₁ then f(e₂) else f(e₃), for an f of one argument',
    apply: (term) => {
      if (term.tag === 'if' || term.tag === 'fun' || term.tag === 'let') return null;
      const [part, ...others] = partsOf(term);
      if (part?.of.tag !== 'if' || others.length > 0) return null;
      const of = (branch: Term) => withParts(term, [{ binds: [], of: branch }]);
      return { ...part.of, then: of(part.of.then), otherwise: of(part.of.otherwise) };
    },
  },
  {
    group: appendix,
    text: 'map2 (x, y → e) A B (x ∉ FV(e)) ⇝ map (y → e) B, and so for y',
    apply: (term) => {
      if (term.tag !== 'iterate' || term.name !== 'map2') return null;
      const { params, body } = term.f;
      const [usesX, usesY] = params.map((name) => isFreeIn(name, body));
      if (usesX && usesY) return null;
      const k = usesX ? 0 : 1;
      return iterate('map', [params[k]], body, term.args[k]);
    },
  },
  {
    group: appendix,
    text: 'scanr * 1 OnesLike(shift1L A) ⇝ OnesLike(A)',
    apply: (term) => {
      if (term.tag !== 'iterate' || term.name !== 'scanr' || !isSection(term.f, 'mul')) return null;
      const like = isConst(term.args[0], 1) ? likeOf(term.args[1], 1) : null;
      if (like?.tag !== 'move' || like.name !== 'shift1L') return null;
      return iterate('map', ['x'], constant(1), like.args[0]);
    },
  },
];
