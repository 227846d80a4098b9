/**
 * Statements of random functions: arrays of arrays whose rows are swapped, replaced and shared, objects in arrays
 * that change under two names, instances of a class, `switch`, labels, spread, methods of arrays, closures; and what
 * object-constructs.ts, list-constructs.ts and missing-constructs.ts have.
 */
import { list, listOfMore } from './list-constructs.js';
import { missing } from './missing-constructs.js';
import { chosen, shared } from './object-constructs.js';

export interface Scope {
  readonly reals: readonly string[];
  readonly constants: readonly string[];
  readonly counters: readonly string[];
  readonly arrays: readonly string[];
  /** Arrays of three rows of four numbers. */
  readonly matrices: readonly string[];
  /** Arrays of two objects that change. */
  readonly bodies: readonly string[];
  /** Arrays of four objects that do not change. */
  readonly points: readonly string[];
  /** Instances of `Vec`. */
  readonly vectors: readonly string[];
  readonly loops: number;
  readonly isHelper: boolean;
}

/** The functions that draw the parts of statements. */
export interface Tools {
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly chance: (n: number) => boolean;
  readonly fresh: (base: string) => string;
  readonly leaf: (scope: Scope) => string;
  readonly bounded: (scope: Scope) => string;
  readonly index: (scope: Scope) => string;
  readonly test: (scope: Scope) => string;
  readonly block: (scope: Scope, count: number) => string;
}

/** A statement, and what follows sees; null where the scope has not what it needs. */
export type Made = readonly [text: string, scope: Scope] | null;

export const vec = `class Vec {
constructor(readonly a: number, readonly b: number) {}
static of(a: number): Vec { return new Vec(a, 2 * a); }
add(o: Vec): Vec { return new Vec(this.a + o.a, this.b + 0.5 * o.b); }
get size(): number { return Math.sin(this.a * this.b); }
}`;

/** An index of so many elements. */
const among = ({ pick }: Tools, { counters }: Scope, count: number): string =>
  pick([...counters.map((i) => `${i} % ${count}`), String(count - 1), '0', `n % ${count}`]);

const total = ({ pick }: Tools, { reals, isHelper }: Scope): string =>
  pick(isHelper ? reals : [...reals, 'x']);

type Kind = (tools: Tools, scope: Scope) => Made;

const matrix: Kind = (tools, scope) => {
  const { fresh, leaf, pick, bounded, index } = tools;
  if (scope.matrices.length === 0 || tools.chance(5)) {
    const name = fresh('m');
    const rows = [
      'xs.slice()',
      `ys.map((v) => Math.sin(v + ${leaf(scope)}))`,
      'new Float64Array(4)',
      ...scope.arrays.filter((array) => array.startsWith('u')),
    ];
    const text = `const ${name} = [${pick(rows)}, ${pick(rows)}, ${pick(rows)}];`;
    return [text, { ...scope, matrices: [...scope.matrices, name] }];
  }
  const m = pick(scope.matrices);
  const [i, j] = [among(tools, scope, 3), among(tools, scope, 3)];
  const row = fresh('r');
  return [
    pick([
      `${m}[${i}][${index(scope)}] ${pick(['=', '+=', '*='])} ${bounded(scope)};`,
      `[${m}[${i}], ${m}[${j}]] = [${m}[${j}], ${m}[${i}]];`,
      `const ${row} = ${m}[${i}];\n${row}[1] *= ${leaf(scope)};\n${total(tools, scope)} += ${row}[${index(scope)}] * ${m}[${j}][1];`,
      `${m}[${i}] = ${m}[${j}].map((v, k) => Math.tanh(v * k + ${leaf(scope)}));`,
      `${m}[${i}] = ${m}[${j}];`,
      `for (const ${row} of ${m}) {\n${row}[2] = Math.sin(${row}[0] + ${leaf(scope)});\n${total(tools, scope)} += ${row}[2] * ${row}[3];\n}`,
      `${total(tools, scope)} = Math.tanh(${m}.reduce((s, r) => s + r[0] * r[${index(scope)}], ${leaf(scope)}));`,
    ]),
    scope,
  ];
};

const body: Kind = (tools, scope) => {
  const { fresh, leaf, pick, bounded } = tools;
  if (scope.bodies.length === 0) {
    const name = fresh('b');
    const one = () => `{ p: ${leaf(scope)}, q: { v: ${leaf(scope)} } }`;
    const text = `const ${name} = [${one()}, ${one()}];\n${name}[n % 2].p *= 0.5;`;
    return [text, { ...scope, bodies: [...scope.bodies, name] }];
  }
  const b = pick(scope.bodies);
  const e = fresh('e');
  const other = `${b}[${among(tools, scope, 2)}]`;
  return [
    `const ${e} = ${b}[${among(tools, scope, 2)}];\n${pick([
      `${e}.p += ${bounded(scope)};\n${other}.q.v = ${e}.p * ${leaf(scope)};`,
      `{\nconst { p, q } = ${e};\n${other}.p = p - ${bounded(scope)};\n${e}.q.v += q.v * ${other}.p;\n}`,
    ])}\n${total(tools, scope)} += Math.sin(${e}.q.v * ${other}.p);`,
    scope,
  ];
};

const point: Kind = (tools, scope) => {
  const { fresh, leaf, pick, bounded } = tools;
  if (scope.points.length === 0) {
    const name = fresh('z');
    const text = `let ${name} = Array.from(xs, (v, k) => ({ t: v + k, w: ${leaf(scope)} }));`;
    return [text, { ...scope, points: [...scope.points, name] }];
  }
  const z = pick(scope.points);
  return [
    pick([
      `${total(tools, scope)} = Math.sin(${z}.reduce((s, { t, w }) => s + t * w, 0));`,
      `${z}[${among(tools, scope, 4)}] = { t: ${bounded(scope)}, w: ${z}[1].t };`,
      `${z} = ${z}.map((e, k) => ({ ...e, w: e.t * k }));`,
      `for (const { t, w } of ${z}) if (t > w) ${total(tools, scope)} += Math.tanh(t * ${leaf(scope)} - w);`,
    ]),
    scope,
  ];
};

const vector: Kind = (tools, scope) => {
  const { fresh, leaf, pick, bounded } = tools;
  if (scope.vectors.length === 0) {
    const name = fresh('v');
    const text = `let ${name} = new Vec(${leaf(scope)}, ${leaf(scope)});`;
    return [text, { ...scope, vectors: [...scope.vectors, name] }];
  }
  const v = pick(scope.vectors);
  return [
    pick([
      `${v} = ${v}.add(new Vec(${bounded(scope)}, ${leaf(scope)}));`,
      `${total(tools, scope)} += ${v}.size * ${leaf(scope)};`,
      `if (${tools.test(scope)}) ${v} = new Vec(${v}.b, ${bounded(scope)});`,
    ]),
    scope,
  ];
};

const jumps: Kind = (tools, scope) => {
  const { fresh, pick, block, test } = tools;
  const part = () => block(scope, 1);
  if (scope.loops > 1 || tools.chance(2)) {
    const of = pick([...scope.counters.map((i) => `${i} % 3`), 'n % 2']);
    const exit = pick(['break;', '', `if (${test(scope)}) break;`]);
    return [
      `switch (${of}) {\ncase 0: {\n${part()}\n${exit}\n}\ncase 1: {\n${part()}\nbreak;\n}\ndefault: {\n${part()}\n}\n}`,
      scope,
    ];
  }
  const [label, i, j] = [fresh('l'), fresh('i'), fresh('j')];
  const inner = { ...scope, loops: 2, counters: [...scope.counters, i, j] };
  return [
    `${label}: for (let ${i} = 0; ${i} < 3; ${i}++) {\nfor (let ${j} = 0; ${j} < 3; ${j}++) {\nif (${test(inner)}) ${pick(['continue', 'break'])} ${label};\n${block(inner, 1)}\nif (${test(inner)}) ${pick(['continue', 'break'])};\n}\n${block({ ...inner, counters: [...scope.counters, i] }, 1)}\n}`,
    scope,
  ];
};

/** Throws are caught, and `finally` runs in any case; texts and `var` on the way. */
const guarded: Kind = (tools, scope) => {
  const { fresh, leaf, pick, block, test } = tools;
  const [name, sum] = [fresh('g'), total(tools, scope)];
  const exit = scope.loops > 0 ? pick(['continue;', 'break;', '']) : '';
  const kind = pick(["'up'", "'down'"]);
  return [
    pick([
      `try {\n${block(scope, 1)}\nif (${test(scope)}) { ${exit} }\n${sum} *= 0.5;\n} finally {\nvar ${name} = ${leaf(scope)};\n${sum} += Math.sin(${name});\n}`,
      `try {\n${block(scope, 1)}\nif (${leaf(scope)} > 1e9) throw new Error('large');\n} catch {\n${sum} = 7;\n}`,
      `const ${name} = (kind: string, v: number) => { switch (kind) { case 'up': return Math.tanh(v); default: return v * 0.5; } };\n${sum} += ${name}(${kind}, ${leaf(scope)}) + ${name}('other', ${leaf(scope)});`,
    ]),
    scope,
  ];
};

const methods: Kind = (tools, scope) => {
  const { fresh, leaf, pick, bounded, index } = tools;
  const list = pick([...scope.arrays, 'xs', 'ys']);
  const sum = total(tools, scope);
  const own = scope.arrays.filter((name) => name.startsWith('u') || name.startsWith('w'));
  const name = fresh('a');
  const choices = [
    `${sum} += Math.max(${leaf(scope)}, ...${list}) - Math.min(...${list});`,
    `${sum} += ${list}[${index(scope)}] ?? ${leaf(scope)};`,
    `if (${list}.some((v) => v > ${leaf(scope)})) ${sum} = ${bounded(scope)};`,
    `const ${name} = ${list}.filter((v, k) => v < 0.5 || k === 1);\n${sum} += ${name}.length * ${name}[0];`,
    `const ${name}: number[] = [];\nfor (const v of ${list}) if (v < 0.4) ${name}.push(v * ${leaf(scope)}, ${leaf(scope)});\nfor (let k = 0; k < ${name}.length; k++) ${sum} += Math.sin(${name}[k] * k);`,
    `const ${name} = [...${list}, ${leaf(scope)}];\n${sum} += ${name}[n + 1] * ${name}[n];`,
    `${sum} = Math.sin(${list}.reduceRight((s, v, k) => s * 0.5 + v * k, ${leaf(scope)}));`,
    `if (${leaf(scope)} > 1e9) throw new Error('large');`,
    `const ${name} = (v: number, by = ${leaf(scope)}) => { ${sum} += v * by; return ${sum} * 0.25; };\n${sum} = Math.tanh(${name}(${leaf(scope)}) + ${name}(${leaf(scope)}, 2));`,
    `${sum} += (${list}.find((v) => v > ${leaf(scope)}) ?? 1) * ${list}.findIndex((v) => v < 0);`,
  ];
  if (own.length > 0 && !scope.isHelper) {
    const to = pick(own);
    choices.push(
      `${to}.fill(${bounded(scope)}, 1, 3);`,
      `for (const [k, v] of ${list}.entries()) ${to}[k] = Math.sin(v * k + ${leaf(scope)});`,
    );
    const typed = own.filter((array) => array.startsWith('u'));
    if (typed.length > 0) {
      const view = pick(typed);
      choices.push(
        `const ${name} = ${view}.subarray(1, 3);\n${name}[0] = ${bounded(scope)};\n${view}[2] += ${name}[0] * ${name}[1];`,
        `${view}.set(${list}.slice(1, 3), 1);`,
      );
    }
  }
  return [pick(choices), scope];
};

const lists: Kind = (tools, scope) => {
  const make = tools.chance(3) ? listOfMore : list;
  return [make(tools, scope, total(tools, scope)), scope];
};

const absent: Kind = (tools, scope) => [missing(tools, scope, total(tools, scope)), scope];

const kinds: readonly Kind[] = [
  absent,
  lists,
  lists,
  matrix,
  matrix,
  body,
  point,
  vector,
  jumps,
  guarded,
  methods,
  methods,
  shared,
  chosen,
];

/** A statement of one of these kinds. */
export const construct = (tools: Tools, scope: Scope): Made =>
  scope.isHelper ? methods(tools, scope) : tools.pick(kinds)(tools, scope);
