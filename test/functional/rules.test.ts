/** Each rule of Fig. 12: a term to which it alone applies, and one to which it must not. */
import {
  fig12,
  read,
  rewritten,
  show,
  type Rule,
  type Term,
  type TermOf,
  type Type,
} from '../../src/functional/index.js';
import {
  apply,
  constant,
  fun,
  iterate,
  letIn,
  move,
  op,
  product,
  proj,
  real,
  tuple,
  tupleOf,
  variable,
} from '../../src/functional/language.js';

const [x, y, z, p, A, B, C, J] = ['x', 'y', 'z', 'p', 'A', 'B', 'C', 'J'].map(variable);
/** A term of the inputs x, y, c, A and B. */
const of = (text: string): Term =>
  read(`(x: number, y: number, c: number, A: number[], B: number[]) => ${text}`).term;
const sine = (term: Term): Term => op('sin', term);
const pair: Type = tupleOf(real, real);
const swap = (one: Term): Term => tuple(proj(1, 2, one), proj(0, 2, one));
/** ∇{x} of a pair. */
const jacobian = (e: Term = swap(x)): Term => ({
  tag: 'jacobian',
  by: x,
  of: e,
  type: pair,
  f: { params: ['w'], body: swap(variable('w')) },
});
const times = (j: Term, v: Term): Term => product('*̂', pair, j, v);
const w = variable('w');
/** ∇{x} (y * π₂ x, π₁ x) at all elements. */
const jacobians = iterate(
  'map2',
  ['x', 'y'],
  {
    ...(jacobian(tuple(op('mul', y, proj(1, 2, x)), proj(0, 2, x))) as TermOf<'jacobian'>),
    f: { params: ['w'], body: tuple(proj(1, 2, w), op('mul', y, proj(0, 2, w))) },
  },
  A,
  B,
);
const unit: Term = {
  ...(jacobian(x) as TermOf<'jacobian'>),
  f: { params: ['w'], body: variable('w') },
};
const scanned = (name: '*̂' | '*̃') =>
  iterate('scanr', ['x', 'y'], product(name, pair, x, y), unit, A);

/** By the text of the rule: where it applies, what that becomes, and where it does not apply. */
const rows: Readonly<Record<string, readonly [applies: Term, becomes: string, not: Term]>> = {
  '(fun (x₁, …, xₙ) → e)': [
    apply(fun(['p', 'z'], sine(p)), x, y),
    'sin(x)',
    apply(variable('f'), x, y),
  ],
  'let x₁ = e₁ in e₂ (x₁ ∉ FV(e₂))': [
    letIn('z', sine(x), sine(y)),
    'sin(y)',
    letIn('z', sine(x), op('mul', z, z)),
  ],
  'let x₁ = x₂ in e': [
    letIn('z', x, op('mul', z, z)),
    'x * x',
    letIn('z', sine(x), op('mul', z, z)),
  ],
  'let x₁ = c in e': [
    letIn('z', constant(3), op('pow', z, x)),
    'pow(3, x)',
    letIn('z', sine(x), op('mul', z, z)),
  ],
  'let x = e in x ⇝ e': [letIn('z', sine(x), z), 'sin(x)', letIn('z', sine(x), op('mul', z, z))],
  '0 * e': [of('x * 0'), '0', of('2 * x')],
  '0 + e, 1 * e': [of('1 * x'), 'x', of('x - 0')],
  'op(c, …)': [of('Math.cos(0)'), '1', of('Math.log(0)')],
  'map2 * A OnesLike(B) ⇝ A': [
    of('map2((a, b) => a * b, A, map(() => 1, B))'),
    'A',
    of('map2((a, b) => a * b, A, map(() => x, B))'),
  ],
  'map2 + A ZerosLike(B) ⇝ A': [
    of('map2((a, b) => a + b, map(() => 0, B), A)'),
    'A',
    of('map2((a, b) => a - b, A, B)'),
  ],
  'map (x → x) A': [of('map((a) => a, A)'), 'A', of('map((a) => x, A)')],
  'map2 * A ZerosLike(B) ⇝ ZerosLike(B)': [
    of('map2((a, b) => a * b, A, map(() => 0, B))'),
    'map (_0 → 0) B',
    of('map2((a, b) => a * b, A, B)'),
  ],
  'reduce * 1 OnesLike(A)': [
    of('reduce((a, b) => a * b, 1, map(() => 1, A))'),
    '1',
    of('reduce((a, b) => a * b, 2, map(() => 1, A))'),
  ],
  'reduce + 0 ZerosLike(A)': [
    of('reduce((a, b) => a + b, 0, map(() => 0, A))'),
    '0',
    of('reduce((a, b) => a + b, x, map(() => 0, A))'),
  ],
  'shift1L OnesLike(A)': [
    of('shift1L(map(() => 1, A))'),
    'map (_0 → 1) (shift1L A)',
    of('shift1L(map((a) => Math.sin(a), A))'),
  ],
  'shift1R OnesLike(A)': [
    of('shift1R(map(() => 0, A))'),
    'map (_0 → 0) (shift1R A)',
    of('shift1R(A)'),
  ],
  'map (x → e₁) (map2 (y₁, y₂ → e₂) A B)': [
    of('map((a) => a * a, map2((b, d) => b * d, A, B))'),
    'map2 (b, d → \n  let a = b * d in\n  a * a) A B',
    of('map((a) => a * a, scanl((b, d) => b * d, 1, A))'),
  ],
  'πᵢ⟨e₁, …, eₙ⟩': [proj(1, 2, tuple(sine(x), sine(y))), 'sin(y)', proj(1, 2, x)],
  'let x₁, …, xₙ = ⟨e₁, …, eₙ⟩ in e': [
    letIn(['p', 'z'], tuple(sine(x), sine(y)), op('mul', op('mul', p, p), op('mul', z, z))),
    'let p = sin(x) in\nlet z = sin(y) in\np * p * (z * z)',
    letIn(['p', 'z'], C, op('mul', p, z)),
  ],
  'let x = (let y = e₁ in e₂) in e₃': [
    letIn('z', letIn('p', sine(x), op('mul', p, p)), op('mul', z, z)),
    'let p = sin(x) in\nlet z = p * p in\nz * z',
    letIn('z', sine(x), letIn('p', op('mul', z, z), op('mul', p, p))),
  ],
  'f(let x = e₁ in e₂)': [
    sine(letIn('p', sine(x), op('mul', p, p))),
    'let p = sin(x) in\nsin(p * p)',
    iterate('map', ['x'], letIn('p', sine(x), op('mul', p, p)), A),
  ],
  'if e₁ then e₂ else e₂': [
    of('x < y ? Math.sin(x) : Math.sin(x)'),
    'sin(x)',
    of('x < y ? Math.sin(x) : Math.sin(y)'),
  ],
  'if true then e₂ else e₃': [of('1 < 0 ? x : y'), 'y', of('x < 0 ? x : y')],
  'f(if e₁ then e₂ else e₃)': [
    of('Math.sin(x < y ? x : y)'),
    'if x < y then (sin(x)) else (sin(y))',
    of('x * (x < y ? x : y)'),
  ],
  'map2 (x, y → e) A B (x ∉ FV(e))': [
    of('map2((a, b) => Math.sin(b), A, B)'),
    'map (b → sin(b)) B',
    of('map2((a, b) => a * b, A, B)'),
  ],
  'scanr * 1 OnesLike(shift1L A)': [
    iterate(
      'scanr',
      ['x', 'y'],
      op('mul', x, y),
      constant(1),
      iterate('map', ['x'], constant(1), move('shift1L', A)),
    ),
    'map (x → 1) A',
    iterate(
      'scanr',
      ['x', 'y'],
      op('mul', x, y),
      constant(1),
      iterate('map', ['x'], constant(1), A),
    ),
  ],
  'let A = OnesLike(B) in e': [
    letIn('C', iterate('map', ['x'], constant(1), B), tuple(C, C)),
    '(map (x → 1) B, map (x → 1) B)',
    letIn('C', iterate('map', ['x'], sine(x), B), tuple(C, C)),
  ],
  'let A = e₁ in e₂ ⇝ e₂[e₁/A]': [
    letIn('C', iterate('map', ['x'], sine(x), B), move('shift1L', C)),
    'shift1L (map (x → sin(x)) B)',
    // Under a function it would run for each element.
    letIn('C', iterate('map', ['x'], sine(x), B), iterate('map', ['y'], move('get', C, y), A)),
  ],
  'let x = ⟨e₁, …, eₙ⟩ in e': [
    letIn('z', tuple(sine(x), sine(y)), iterate('map', ['p'], z, A)),
    'let z_1 = sin(x) in\nlet z_2 = sin(y) in\nmap (p → (z_1, z_2)) A',
    letIn('z', variable('t'), tuple(z, z)),
  ],
  '⟨π₁ x, …, πₙ x⟩': [
    tuple(proj(0, 2, x), proj(1, 2, x)),
    'x',
    tuple(proj(1, 2, x), proj(0, 2, x)),
  ],
  'map2 (x, y → e) (map (z → c) A) B': [
    iterate('map2', ['x', 'y'], op('pow', x, y), iterate('map', ['z'], constant(2), A), B),
    'map (y → pow(2, y)) B',
    iterate('map2', ['x', 'y'], op('pow', x, y), A, B),
  ],
  'map2 (x, y → x *̂ (y *̂ z)) A B': [
    iterate('map2', ['x', 'y'], times(x, times(y, z)), A, B),
    'map2 *̂ A (map (y → y *̂ z) B)',
    iterate('map2', ['x', 'y'], times(x, times(y, x)), A, B),
  ],
  'map (y → y *̂ z) (scanr *̃ 1̂ A)': [
    iterate('map', ['y'], times(y, z), scanned('*̃')),
    'scanr (c, j → j *̂ c) z A',
    iterate('map', ['y'], times(y, y), scanned('*̃')),
  ],
  'shift1L (map2 (x, y → ∇e) A B)': [
    move('shift1L', jacobians),
    'map2 (x, y → ∇{x} (y * (π2 x), π1 x)) (shift1L A) (shift1L B)',
    move('shift1L', iterate('map2', ['x', 'y'], op('mul', x, y), A, B)),
  ],
  'map2 (j, c → e₁) (map2 (x, y → ∇e) A B) C': [
    iterate('map2', ['J', 'z'], times(J, z), jacobians, C),
    'map2 (p, z → \n  let x, y = p in\n  (π2 z, y * (π1 z))) (map2 (a, b → (a, b)) A B) C',
    iterate('map2', ['J', 'z'], tuple(times(J, z), times(J, z)), jacobians, C),
  ],
  'map (y → e) (scanr f v A) (y ∉ FV(e))': [
    iterate('map', ['y'], sine(z), iterate('scanr', ['x', 'y'], op('mul', x, y), z, A)),
    'map (y → sin(z)) (scanr (x, y → x) 0 A)',
    iterate('map', ['y'], sine(y), iterate('scanr', ['x', 'y'], op('mul', x, y), z, A)),
  ],
  'scanr (x, y → e) v (map2 f A B) (y ∉ FV(e))': [
    iterate('foldl', ['x', 'y'], sine(x), z, iterate('map2', ['x', 'y'], op('mul', x, y), A, B)),
    'foldl (x, y → sin(x)) z A',
    iterate('foldl', ['x', 'y'], sine(y), z, iterate('map2', ['x', 'y'], op('mul', x, y), A, B)),
  ],
  '(∇e) *̂ z': [times(jacobian(), z), '(π2 z, π1 z)', times(J, z)],
};

/** Rules that lead on where another has been applied. */
const followers: Readonly<Record<string, readonly string[]>> = {
  'map2 (j, c → e₁) (map2 (x, y → ∇e) A B) C': ['(∇e) *̂ z', '(fun'],
  '(∇e) *̂ z': ['(fun'],
};

const rowOf = ({ text }: Rule): string =>
  Object.keys(rows)
    .filter((key) => text.startsWith(key))
    .sort((a, b) => b.length - a.length)[0];

test('Every rule has its own row.', () => {
  expect(new Set(fig12.map(rowOf))).toEqual(new Set(Object.keys(rows)));
  expect(Object.keys(rows)).toHaveLength(fig12.length);
});

test.each(fig12.map((rule) => [rule.text, rule] as const))('%s', (_, rule) => {
  const [applies, becomes, not] = rows[rowOf(rule)];
  const fired: string[] = [];
  const watched = fig12.map((one) => ({
    ...one,
    apply(term: Term) {
      const found = one.apply(term);
      if (found !== null) fired.push(one.text);
      return found;
    },
  }));
  expect(show(rewritten(applies, watched))).toBe(becomes);
  expect(fired[0]).toBe(rule.text);
  const others = followers[rowOf(rule)] ?? [];
  expect(fired.slice(1).filter((text) => !others.some((one) => text.startsWith(one)))).toEqual([]);
  expect(rule.apply(not)).toBeNull();
});
