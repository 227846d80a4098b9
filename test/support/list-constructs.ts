/**
 * Statements of random functions with lists that grow and shrink: without types, under two names, in loops and branches, of
 * rows and of objects, queues, stacks, sorts by the order of two numbers, and lists that functions give.
 */
import type { Scope, Tools } from './array-constructs.js';

const many = (count: number, make: () => string): string =>
  Array.from({ length: count }, make).join('\n');

/** A block of its own, which adds what it finds to a number of the scope. */
export function list(tools: Tools, scope: Scope, total: string): string {
  const { pick, chance, fresh, leaf, test } = tools;
  const [g, v, k] = [fresh('g'), fresh('v'), fresh('k')];
  const inner = { ...scope, counters: [...scope.counters, k] };
  const change = (): string =>
    pick([
      `${g}.push(${leaf(scope)});`,
      `${g}.push(${leaf(scope)}, ${leaf(scope)});`,
      `${g}[${g}.length] = ${leaf(scope)};`,
      `for (let ${k} = 0; ${k} < 3; ${k}++) ${g}.push(${leaf(inner)});`,
      `if (${test(scope)}) ${g}.push(${leaf(scope)});`,
      `if (${g}.length > 1) ${total} = Math.sin(${total} + ${g}.${pick(['shift', 'pop'])}());`,
      `${g}.unshift(${leaf(scope)}${chance(2) ? `, ${leaf(scope)}` : ''});`,
      `${g}.splice(${pick(['0', '1', '-1', '5'])}, ${pick(['0', '1', '2', '-1'])}${chance(2) ? `, ${leaf(scope)}` : ''});`,
      `if (${g}.length > 1) ${g}[1] ${pick(['=', '+=', '*='])} ${leaf(scope)};`,
      `const ${fresh('a')} = ${g};\n${g}.push(${leaf(scope)} * 0.5);`,
      `${g}.sort((p, q) => ${pick(['(p < q ? -1 : p > q ? 1 : 0)', '(p > q ? 1 : -1)', 'q - p', '(p === q ? 0 : p < q ? 1 : -1)'])});`,
      `for (const ${v} of ${g}) ${total} = Math.sin(${total} + ${v} * ${leaf(scope)});`,
      `${total} += Math.sin(${g}.flatMap((p, q) => [p, p * q]).reduce((s, p, q) => s + p * q, 0));`,
      `for (const ${k} of ${g}.keys()) ${total} += Math.sin(${g}[${k}] * ${k});`,
    ]);
  const start = pick(['[]', '[]', `[${leaf(scope)}]`, 'Array.from(xs)', '[...ys]']);
  const end = `for (let ${k} = 0; ${k} < ${g}.length; ${k}++) ${total} += Math.sin(${g}[${k}] * (${k} + 1));`;
  return `{\nconst ${g}${start === '[]' && chance(3) ? ': number[]' : ''} = ${start};\n${many(2 + Number(chance(2)) * 2, change)}\n${end}\n}`;
}

/** The same of rows, and of objects. */
export function listOfMore(tools: Tools, scope: Scope, total: string): string {
  const { pick, chance, fresh, leaf, test } = tools;
  const [g, r, i, j] = [fresh('g'), fresh('r'), fresh('i'), fresh('j')];
  const inside = { ...scope, counters: [...scope.counters, i] };
  const skip = chance(4) ? `if (${test(inside)}) continue;\n` : '';
  if (chance(2)) {
    const some = { ...scope, counters: [...scope.counters, i, j] };
    const row = pick([
      `const ${r} = [];\nfor (let ${j} = 0; ${j} < 3; ${j}++) ${r}.push(${leaf(some)});`,
      `const ${r} = [${leaf(inside)}, ${leaf(inside)}, ${leaf(inside)}];\n${r}.push(1);`,
      `const ${r} = Array.from(xs);\n${r}.pop();`,
    ]);
    const put = pick([`${g}.push(${r});`, `${g}[${g}.length] = ${r};`]);
    const write = pick([
      '',
      `${r}[1] *= ${leaf(inside)};`,
      `${g}[0][2] += ${leaf(inside)};`,
      `if (${g}.length > 2) ${g}.shift();`,
    ]);
    return `{\nconst ${g} = [];\nfor (let ${i} = 0; ${i} < 3; ${i}++) {\n${skip}${row}\n${put}\n${write}\n}\nfor (const ${r} of ${g}) for (let ${j} = 0; ${j} < 3; ${j}++) ${total} += Math.sin(${r}[${j}] * (${j} + 1));\n}`;
  }
  const e = fresh('e');
  const change = pick([
    `${g}.sort((p, q) => p.t - q.t);`,
    `${g}.sort((p, q) => (p.w > q.w ? -1 : 1));`,
    `if (${g}.length > 1) { const ${e} = ${g}.${pick(['pop', 'shift'])}(); ${total} += Math.sin(${e}.t * ${e}.w); }`,
    `const ${e} = ${g}.filter((p) => p.t > ${leaf(scope)});\n${total} += ${e}.length;`,
  ]);
  return `{\nconst ${g} = [];\nfor (let ${i} = 0; ${i} < 3; ${i}++) {\n${skip}${g}.push({ t: ${leaf(inside)}, w: ${leaf(inside)} });\n}\n${change}\nfor (const { t, w } of ${g}) ${total} = Math.sin(${total} + t * w);\n}`;
}
