/** The gradient of a functional program as a file: TypeScript that is a functional program again. */
import { valueAndGradientTerm, gradientTerm } from './gradient-steps.js';
import * as operatorsOnArrays from './operators-on-arrays.js';
import type { Program, Term, Type } from './language.js';
import { show } from './show.js';
import { isFreeIn } from './traversal.js';
import { TypescriptPrinter, typescriptType } from './typescript-printer.js';

interface Wanted {
  /** The name of the program. */
  readonly name: string;
  readonly filename: string | undefined;
  /** The places of the inputs that the gradient is taken by; a list gives a list. */
  readonly wrt: number | readonly number[];
}

const operators = Object.keys(operatorsOnArrays);

/**
 * The value of a program and its gradient, as a function of TypeScript that calls the operators of
 * `delta-tape/functional`. A comment has the gradient as the paper prints it.
 *
 * @throws DeltaTapeError if the gradient uses a partial that has no name in TypeScript.
 */
export function gradientFile(program: Program, { name, filename, wrt }: Wanted): string {
  const inputs = program.context;
  const places = typeof wrt === 'number' ? [wrt] : wrt;
  const by = places.map((place) => inputs[place][0]);
  const isList = typeof wrt !== 'number';
  const printer = new TypescriptPrinter();
  const context = new Map(inputs);
  const here = TypescriptPrinter.scope(context, [...operators, 'Math', `${name}Gradient`]);
  const joint = valueAndGradientTerm(program, by);
  const body = printer.block(joint.term, here, (term, at) => {
    const [value, gradient] = (term as { items: readonly Term[] }).items;
    const text = printer.text(gradient, at);
    const whole = isList && places.length === 1 ? `[${text}]` : text;
    return `return {\n  value: ${printer.text(value, at).replaceAll('\n', '\n  ')},\n  gradient: ${whole.replaceAll('\n', '\n  ')},\n};`;
  });
  const types = places.map((place) => typescriptType(inputs[place][1]));
  const result = isList ? `readonly [${types.join(', ')}]` : types[0];
  const params = inputs.map(([own, type]: readonly [string, Type]) => {
    const isUsed = isFreeIn(own, joint.term);
    return `${isUsed ? '' : '_'}${here.names.get(own)}: ${typescriptType(type)}`;
  });
  const paper = show(gradientTerm(program, by).term)
    .split('\n')
    .map((line) => ` * ${line}`.trimEnd())
    .join('\n');
  const imports = [
    importText(printer.operators, 'delta-tape/functional'),
    importText(printer.primitives, 'delta-tape'),
  ].join('');
  return `// The gradient of ${name}${filename === undefined ? '' : ` in ${filename}`}, written by delta-tape.
${imports}
/**
 * The value of ${name}, and its gradient with respect to ${listed(by)}:
${paper}
 */
export function ${name}Gradient(${params.join(', ')}): {
  readonly value: number;
  readonly gradient: ${result};
} {
  ${body.replaceAll('\n', '\n  ')}
}
`;
}

const importText = (names: ReadonlySet<string>, from: string): string =>
  names.size === 0 ? '' : `import { ${[...names].sort().join(', ')} } from '${from}';\n`;

const listed = (names: readonly string[]): string =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
