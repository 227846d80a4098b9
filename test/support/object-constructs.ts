/**
 * Statements of random functions: objects that several names share and that change, functions and objects that a branch
 * chooses, optional fields, unions, static methods, instances in arrays, and sorted copies.
 */
import type { Made, Scope, Tools } from './array-constructs.js';

const total = ({ pick }: Tools, { reals }: Scope): string => pick([...reals, 'x']);

type Pair = readonly [one: string, other: string];

/** Two objects with several names. */
function pair(tools: Tools, scope: Scope, [a, b]: Pair): string {
  const { fresh, leaf, pick, bounded, test } = tools;
  const [e, t] = [fresh('e'), fresh('t')];
  const sum = total(tools, scope);
  const chosen = `${test(scope)} ? ${a} : ${b}`;
  return pick([
    `const ${e} = ${chosen};\n${e}.v += ${bounded(scope)};\n${e}.is = !${e}.is;\n${sum} += ${a}.v * ${b}.w;`,
    `let ${e} = ${a};\nfor (let k = 0; k < 3; k++) {\n${e}.w = Math.sin(${e}.w + ${b}.v * ${leaf(scope)});\n${e} = ${e}.is ? ${a} : ${b};\n${b}.is = k < 1;\n}\n${sum} += ${e}.w * ${a}.w;`,
    `const ${e} = (o: { v: number; w: number }, by: number) => { o.v += by; return o; };\n${e}(${chosen}, ${bounded(scope)}).w *= 0.5;\n${sum} += ${a}.v * ${b}.w;`,
    `const ${e} = ${chosen};\nconst { v: ${t} } = ${e};\n${a}.v = ${bounded(scope)};\n${sum} += ${t} * ${e}.v;`,
    `const ${e} = ${chosen};\nconst ${t} = { ...${e}, w: ${leaf(scope)} };\n${e}.w -= ${t}.v;\n${t}.v *= ${e}.w;\n${sum} += ${t}.v * ${t}.w * ${a}.w;`,
    `if (${a}.is || ${b}.is) { [${a}.v, ${b}.w] = [${b}.v, ${a}.w]; }\n${sum} += Math.sin(${a}.v - ${b}.w);`,
  ]);
}

/** Objects with several names; what they are may be used by more than one statement. */
export function shared(tools: Tools, scope: Scope): Made {
  const { fresh, leaf } = tools;
  const names = [fresh('o'), fresh('o')] as const;
  const one = (name: string, is: boolean) =>
    `const ${name} = { v: ${leaf(scope)}, w: ${leaf(scope)}, is: ${is} };`;
  const uses = Array.from({ length: 3 }, () => pair(tools, scope, names));
  return [`{\n${one(names[0], true)}\n${one(names[1], false)}\n${uses.join('\n')}\n}`, scope];
}

/** The value that a branch chooses, and that may be missing. */
export function chosen(tools: Tools, scope: Scope): Made {
  const { fresh, leaf, pick, test } = tools;
  const [name, sum] = [fresh('h'), total(tools, scope)];
  const list = pick([...scope.arrays, 'xs', 'ys']);
  const either = (one: string, other: string) => `${test(scope)} ? ${one} : ${other}`;
  const text = pick([
    `const ${name} = ${either('Math.sin', `(v: number) => v * ${leaf(scope)}`)};\n${sum} += ${name}(${leaf(scope)}) * ${name}(0.5);`,
    `const ${name}: { a: number; b?: number } = ${either(`{ a: ${leaf(scope)} }`, `{ a: ${leaf(scope)}, b: ${leaf(scope)} }`)};\n${sum} += ${name}.a * (${name}.b ?? 2);`,
    `const ${name}: { kind: 'one'; p: number } | { kind: 'two'; q: number } = ${either(`{ kind: 'one', p: ${leaf(scope)} }`, `{ kind: 'two', q: ${leaf(scope)} }`)};\nswitch (${name}.kind) {\ncase 'one': ${sum} += ${name}.p * ${leaf(scope)}; break;\ncase 'two': ${sum} -= Math.sin(${name}.q);\n}`,
    `const ${name} = [Vec.of(${leaf(scope)}), new Vec(${leaf(scope)}, ${leaf(scope)})];\nfor (const v of ${name}) ${sum} += v.size * ${leaf(scope)};\n${sum} += ${name}[n % 2].add(${name}[0]).a;`,
    `const ${name} = [...${list}].sort((a, b) => ${pick(['a - b', 'b - a', 'Math.abs(a) - Math.abs(b)'])});\n${sum} += ${name}[0] * ${leaf(scope)} - ${name}[${name}.length - 1];`,
    `const ${name} = [Math.sin, (v: number) => v * ${leaf(scope)}, Math.tanh];\nfor (let k = 2; k >= 0; k--) ${sum} += ${name}[(k + n) % 3](${leaf(scope)});\nfor (const h of ${name}) { if (${test(scope)}) ${pick(['break', 'continue'])}; ${sum} = Math.sin(h(${sum})); }`,
    `const ${name} = { up: (v: number) => Math.sin(v), down: (v: number) => v * ${leaf(scope)} };\nfor (const k of ['up', 'down', 'up'] as const) ${sum} += ${name}[k](${leaf(scope)}) * ${name}[${test(scope)} ? 'up' : 'down'](0.5);`,
    `let ${name} = 3;\nconst next${name} = () => { ${name} = (${name} * 5 + 1) % 11; return ${name} / 11; };\nfor (let k = 0; k < 3; k++) { if (${test(scope)}) ${sum} += next${name}() * ${leaf(scope)};\nif (k === 1) ${name}++; }\n${sum} *= next${name}();`,
    `const made${name} = () => { let g = (v: number) => v, a = ${leaf(scope)}; return { next: () => (a = g(a) + 1), turn: () => { g = Math.sin; } }; };\nconst ${name} = made${name}(), other${name} = made${name}();\nfor (let k = 0; k < 3; k++) { ${sum} += ${name}.next();\nif (${test(scope)}) ${name}.turn();\n${sum} *= other${name}.next(); }`,
    `let ${name}: (v: number) => number = Math.sin;\nfor (let k = 0; k < 4; k++) { ${sum} = ${name}(${sum}) + ${leaf(scope)};\nif (${test(scope)}) ${name} = k % 2 ? Math.cos : ${pick(['Math.tanh', 'Math.tanh', '(v) => v * 0.5'])}; }\n${sum} += ${name}(0.5);`,
    `const ${name} = ${pick(['null', leaf(scope)])} as number | null;\n${sum} += ${name} === null ? ${leaf(scope)} : Math.tanh(${name});`,
  ]);
  return [`{\n${text}\n}`, scope];
}
