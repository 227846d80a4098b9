/**
 * Statements of random functions around what holds nothing at first: variables that a loop gives numbers, elements that
 * are not there, objects or lists, now and then or nothing again; and functions that return from inside of a loop.
 */
import type { Scope, Tools } from './array-constructs.js';

export function missing(tools: Tools, scope: Scope, sum: string): string {
  const { fresh, leaf, pick, bounded, test } = tools;
  const [m, k, list] = [fresh('q'), fresh('k'), pick([...scope.arrays, 'xs', 'ys'])];
  const inner = { ...scope, counters: [...scope.counters, k], loops: scope.loops + 1 };
  const [none, nothing] = pick([
    ['', 'undefined'],
    [' = null', 'null'],
    [' = undefined', 'undefined'],
  ] as const);
  const range = `let ${k} = ${pick(['0', '1'])}; ${k} < ${pick(['0', '3', 'n % 3'])}; ${k}++`;
  const asked = pick([
    `${m} === ${nothing}`,
    `${m} == null`,
    `${m} === undefined`,
    `${m} === null`,
  ]);
  const number = pick([bounded(inner), `${list}[${k} + ${pick(['0', '2', '9'])}]`]);
  const given = pick([
    `${m} = ${number};`,
    `if (${test(inner)}) ${m} = ${number};`,
    `if (${asked} || ${test(inner)}) ${m} = ${number};`,
    `${m} = ${test(inner)} ? ${number} : ${nothing};`,
    `${sum} += ${m} ?? ${leaf(inner)};\n${m} = ${number};`,
    `${m} = ${number};\nif (${test(inner)}) break;`,
  ]);
  const used = pick([
    `${sum} += ${asked} ? ${leaf(scope)} : ${leaf(scope)};`,
    `${sum} = Math.sin((${m} ?? ${leaf(scope)}) * ${leaf(scope)});`,
    `${sum} += ${m} ? ${leaf(scope)} : ${leaf(scope)};`,
    `if (!(${asked})) ${sum} = Math.tanh(${m} * ${leaf(scope)});`,
    `${sum} = Math.tanh(${sum} + ${m});`,
  ]);
  const object = () => `{ v: ${bounded(inner)}, at: ${k} }`;
  return pick([
    `let ${m}: any${none};\nfor (${range}) {\n${given}\n}\n${used}`,
    `let ${m}: any${none};\nfor (${range}) {\n${given}\n}\n${used}`,
    `let ${m}: any${none};\nfor (${range}) if (${m} == null || ${m}.v < ${leaf(inner)}) ${m} = ${object()};\nif (${m} == null) ${sum} *= 0.5;\nelse ${sum} = Math.tanh(${m}.v * (${m}.at + 1));`,
    `let ${m}${none === '' ? ': number[]' : `: number[] | ${nothing}${none}`};\nfor (${range}) ${m} = ${list}.map((v: number) => Math.sin(v * ${leaf(inner)}));\nif (${m}! != null) ${sum} += ${m}[1] * ${m}[0];`,
    `const ${m} = (v: number) => {\nfor (${range}) if (v * ${k} > ${leaf(inner)}) return [v, ${k} * v];\nreturn ${pick(['[1, v]', '[v * v, 2]'])};\n};\n{\nconst [${k}, ${k}b] = ${m}(${leaf(scope)});\n${sum} = Math.tanh(${sum} + ${k} * ${k}b);\n}`,
    `const ${m} = (v: number) => {\nlet ${k} = 0;\nwhile (true) {\n${k}++;\nif (v * ${k} > 0.5 || ${k} > 3) return { v: v * ${k}, steps: ${k} };\n}\n};\n${sum} = Math.sin(${sum} * ${m}(${leaf(scope)}).v + ${m}(${leaf(scope)}).steps);`,
  ]);
}
