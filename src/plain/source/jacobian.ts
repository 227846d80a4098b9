/**
 * The Jacobian of a function: it calls the tangent once for each real of the argument, or the pullback once for each
 * real of the result.
 */
import { dotOf } from '../differentiate/adjoint/cotangents.js';
import { typescriptOf } from '../emit/source/typescript.js';
import { holdsReals, isArray, type ArrayType, type Type, type Value } from '../ir/ir.js';
import type { SourceFile } from './file.js';
import { functionText } from './emitted-function.js';
import { pullbackText } from './gradient.js';
import { treeText } from '../emit/source/key-text.js';
import { laidOut } from '../emit/source/layout.js';
import { partsOfForm, placesOf, treeOfResult, treeTypeOfResult } from './result-tree.js';
import type { Subject } from './subject.js';
import { tangentText } from './tangent.js';
import { valueText } from './value.js';

/** Adds the functions of a Jacobian to a file. */
export function addJacobian(file: SourceFile): void {
  const { subject } = file;
  // It would run the function several times.
  subject.refuseWrites();
  const plan = planOf(subject);
  const isColumn = plan === 'forward' && !isArray(argumentOf(subject)!.type);
  file.add(plan === 'forward' ? columns(file) : rows(file));
  if (!isColumn) file.add(valueText(file));
  file.add(plan === 'forward' ? tangentText(file, false) : pullbackText(file, false));
}

const isFlat = ({ type }: Value): boolean => !isArray(type) || type.of === undefined;

/** The argument, if it is one number or one array of numbers. */
function argumentOf({ chosen, isOne }: Subject): Value | undefined {
  const [{ part }] = chosen;
  const isReal = part.tag === 'leaf' && isFlat(part.value) && holdsReals(part.value.type);
  return isOne && isReal ? part.value : undefined;
}

/** The result, if it is one number or one array of numbers. */
function resultOf({ result, func }: Subject): Value | undefined {
  if (partsOfForm(result) !== null) return undefined;
  const only = func.region.yields[result as number];
  return isFlat(only) ? only : undefined;
}

function planOf(subject: Subject): 'forward' | 'reverse' {
  const [argument, result] = [argumentOf(subject), resultOf(subject)];
  const isNumber = result !== undefined && !isArray(result.type);
  const best =
    argument === undefined || (isNumber && isArray(argument.type)) ? 'reverse' : 'forward';
  const { plan = best } = subject.options;
  if (plan === 'forward' && argument === undefined)
    throw subject.refused(
      'a forward plan needs one argument that is a number or an array of numbers',
      "give the option plan: 'reverse', or put the numbers into one array",
    );
  if (plan === 'reverse' && result === undefined)
    throw subject.refused(
      'a reverse plan needs one result that is a number or an array of numbers',
      "give the option plan: 'forward', or put the numbers into one array",
    );
  return plan;
}

/**
 * The tools of the function of a Jacobian: its names, the arguments of a call, and how elements are
 * read.
 */
function toolsOf(file: SourceFile) {
  const { parameters, options } = file.subject;
  const args = parameters.map(({ name }) => name);
  const names = file.scopes(args);
  const sure = options.noUncheckedIndexedAccess === true ? '!' : '';
  return { names, args, sure };
}

const head = ({ subject }: SourceFile, about: string) => ({
  name: `${subject.name}Jacobian`,
  about: `The value of ${subject.name}, and its Jacobian with respect to ${subject.by}${about}.`,
});

/** An array of zeros with the storage of another one. */
const zerosLike = (file: SourceFile, array: string, { storage }: ArrayType): string =>
  storage === 'number[]'
    ? `${file.helper('zeros')}(${array}.length)`
    : `new ${storage}(${array}.length)`;

/** By tangents: one for each real of the argument. */
function columns(file: SourceFile): string {
  const { subject } = file;
  const { name, result, parameters, chosen } = subject;
  const { names, args, sure } = toolsOf(file);
  const types = subject.func.region.yields.map(({ type }) => type);
  const typeOf = (leaf: (type: Type) => string) => treeTypeOfResult(result, (k) => leaf(types[k]));
  const argument = argumentOf(subject)!;
  const [{ name: x, gradient: row }] = chosen;
  const valueType = typeOf(typescriptOf);
  if (!isArray(argument.type)) {
    const type = `{ value: ${valueType}; jacobian: ${valueType} }`;
    const found = `const { value, tangent } = ${name}Jvp(${[...args, '1'].join(', ')});`;
    const lines = [`  ${found}`];
    return functionText(head(file, ''), parameters, lines, type, '{ value, jacobian: tangent }');
  }
  const [value, jacobian, dot, tangent, k] = ['value', 'jacobian', dotOf(x), 'tangent', 'k'].map(
    (like) => names.fresh(like),
  );
  const unit = zerosLike(file, x, argument.type);
  const matrix = (type: Type): string =>
    !isArray(type) ? row : type.of === undefined ? `${row}[]` : `${matrix(type.of)}[]`;
  const empty = (of: string, type: Type): string => {
    if (!holdsReals(type)) return of;
    if (!isArray(type)) return unit;
    return type.of === undefined
      ? `Array.from(${of}, () => ${unit})`
      : `${of}.map((row) => ${empty('row', type.of!)})`;
  };
  const filled = (to: string, from: string, type: Type, depth: number): string[] => {
    const indent = '  '.repeat(depth);
    if (!isArray(type)) return [`${indent}${to}[${k}] = ${from};`];
    const i = names.fresh('ijlmn'[depth - 2]);
    return [
      `${indent}for (let ${i} = 0; ${i} < ${from}.length; ${i}++) {`,
      ...filled(`${to}[${i}]${sure}`, `${from}[${i}]${sure}`, type.of ?? 'f64', depth + 1),
      `${indent}}`,
    ];
  };
  const real = subject.realPlaces;
  const pathTo = (path: string) => new Map(placesOf(result, path));
  const [values, targets, sources] = [value, jacobian, tangent].map(pathTo);
  const tree = treeOfResult(result, (place) => empty(values.get(place)!, types[place]));
  const matrixType = typeOf((type) => (holdsReals(type) ? matrix(type) : typescriptOf(type)));
  const lines = [
    `  const ${value} = ${name}Value(${args.join(', ')});`,
    ...laidOut(`const ${jacobian}: ${matrixType} = `, tree, ';', '  '),
    `  const ${dot} = ${unit};`,
    `  for (let ${k} = 0; ${k} < ${x}.length; ${k}++) {`,
    `    ${dot}[${k}] = 1;`,
    `    const { tangent${tangent === 'tangent' ? '' : `: ${tangent}`} } = ${name}Jvp(${[...args, dot].join(', ')});`,
    ...real.flatMap((place) => filled(targets.get(place)!, sources.get(place)!, types[place], 2)),
    `    ${dot}[${k}] = 0;`,
    '  }',
  ];
  const type = `{ value: ${valueType}; jacobian: ${matrixType} }`;
  const about = `: a row for each number that ${name} gives`;
  return functionText(head(file, about), parameters, lines, type, returned(value, jacobian));
}

const returned = (value: string, jacobian: string): string =>
  treeText(
    [
      ['value', value],
      ['jacobian', jacobian],
    ],
    false,
  );

/** By pullbacks: one for each real of the result. */
function rows(file: SourceFile): string {
  const { subject } = file;
  const { name, parameters } = subject;
  const { names, args } = toolsOf(file);
  const { type } = resultOf(subject)!;
  const called = (function_: string, more: readonly string[] = []) =>
    `${name}${function_}(${[...args, ...more].join(', ')})`;
  const returns = (gradients: string) => `{ value: ${typescriptOf(type)}; jacobian: ${gradients} }`;
  const one = subject.gradientType;
  if (!isArray(type)) {
    const all = returned(called('Value'), called('Vjp', ['1']));
    return functionText(head(file, ''), parameters, [], returns(one), all);
  }
  const [value, jacobian, bar, k] = ['value', 'jacobian', 'resultBar', 'k'].map((like) =>
    names.fresh(like),
  );
  const list = `${one.includes(' ') && !one.startsWith('{') ? `(${one})` : one}[]`;
  const lines = [
    `  const ${value} = ${called('Value')};`,
    `  const ${jacobian}: ${list} = [];`,
    `  const ${bar} = ${zerosLike(file, value, type)};`,
    `  for (let ${k} = 0; ${k} < ${value}.length; ${k}++) {`,
    `    ${bar}[${k}] = 1;`,
    `    ${jacobian}.push(${called('Vjp', [bar])});`,
    `    ${bar}[${k}] = 0;`,
    '  }',
  ];
  const about = `: a row for each number that ${name} gives`;
  return functionText(
    head(file, about),
    parameters,
    lines,
    returns(list),
    returned(value, jacobian),
  );
}
