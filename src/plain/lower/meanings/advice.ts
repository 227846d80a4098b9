/** What refusals say of meanings and functions, and what to write instead: followed to the letter, it compiles. */
import type { Facts } from '../../front/facts.js';
import type { Uses } from '../../front/surroundings.js';
import type { FunctionNode, Node } from '../../front/syntax.js';
import { isArray, type Value } from '../../ir/ir.js';
import { wordsFor, type Meaning } from './meanings.js';

type Words = readonly [what: string, instead: string];

/** Of what is no number, where one is expected. */
export const noNumber = ({ tag }: Meaning): Words => [
  `${wordOf(tag)} where a number is expected`,
  insteadOf[tag] ?? 'use its numbers',
];

const wordOf = (tag: Meaning['tag']): string => (tag === 'value' ? 'a value' : wordsFor[tag]);

/** What to write where a number is expected. */
const insteadOf: Readonly<Record<string, string>> = {
  record: 'use its fields',
  element: 'use its fields',
  columns: 'go through it, and use fields of its objects',
  stretch: 'go through it, and use fields of its objects',
  function: 'use what it gives, or write lists of functions as literals or by map',
  row: 'use what it gives, or write lists of functions as literals or by map',
  imported: 'use what it gives, or write lists of functions as literals or by map',
  choice: 'use what it gives, or write lists of functions as literals or by map',
  closures: 'call its functions',
  class: 'make an instance of it by new',
  text: 'compare texts by === or switch, and use numbers',
  word: 'compare texts by === or switch, and use numbers',
  nothing: 'give it a number, or ask by ?? what it is otherwise',
  grown: 'use its elements, or its length',
};

/** What is said of a variable that a loop gives something else. */
export function becomes(name: string, before: Meaning, after: Meaning): Words {
  const word = (of: Meaning): string =>
    of.tag === 'lost' ? '' : of.tag === 'value' ? valueWord(of.value) : wordsFor[of.tag];
  const [one, other] = [word(before), word(after)];
  if (one === other || one === '' || other === '')
    return [
      `${name} becomes something else in a loop`,
      'begin with a value that has the same fields, and the same kinds of values in them',
    ];
  return [`${name} is ${one} before a loop and ${other} in it`, `begin with ${other}`];
}

const valueWord = ({ type }: Value): string =>
  isArray(type) ? 'an array' : type === 'bool' ? 'a boolean' : 'a number';

/** Of a variable that a loop gives an array of another kind, or an array for a number. */
export const changesType = (name: string): Words => [
  `${name} changes its type in a loop`,
  'begin with the same kind of array, or with a number, as the loop gives it',
];

/** Of a function that cannot stand in the place of its call; undefined where it can. */
export function notInlined(node: FunctionNode, uses: Uses | undefined): Words | undefined {
  if (node.async === true)
    return ['an async function', 'await outside of it, and pass what that gives'];
  if (node.generator === true)
    return ['a generator', 'return an array, or call a function with each value'];
  // Private names and new.target are refused where they stand.
  if (uses === undefined || uses.eval)
    return ['a function that uses eval', 'write the code itself'];
  return uses.arguments
    ? ['a function that uses arguments', 'name them, or take them as (...args)']
    : undefined;
}

export const differentKinds: Words = [
  'an array with elements of different kinds',
  'make all of them numbers, arrays of one kind, or objects with the same fields',
];

/** Of `new` of what is no class of the module. */
export const notMade = (callee: Node): Words => {
  const name = callee.type === 'Identifier' ? ` ${callee.name}` : '';
  return [
    `new${name} of what is no class at the top of the module`,
    'move the class there, or use plain objects, and typed arrays of a length',
  ];
};

/** Of a method that is not known. */
export function noMethod(name: string, of: Meaning): Words {
  const isArray = of.tag === 'columns' || of.tag === 'stretch' || of.tag === 'grown';
  if (of.tag === 'value' || isArray) return [`the method ${name}`, 'write a loop, or a function'];
  if (wordOf(of.tag) === 'a function')
    return [`the method ${name} of a function`, 'call it with its arguments written down'];
  return [
    `the method ${name} of ${wordOf(of.tag)} of which no class is known`,
    'move its class into the module, and annotate it, or write a function',
  ];
}

/** Of a name that nothing declares, as far as JavaScript is concerned. */
export function unknownGlobal(name: string, { program }: Facts): Words {
  const isNamespace = program.body.some((given) => {
    const node = given.type === 'ExportNamedDeclaration' ? given.declaration : given;
    return node?.type === 'TSModuleDeclaration' && 'name' in node.id && node.id.name === name;
  });
  if (isNamespace)
    return [`the namespace ${name}`, 'declare what it holds at the top of the module'];
  return [
    `the global ${name}`,
    name === 'console'
      ? 'print outside of the function'
      : 'use it outside of the function, and pass the numbers that it gives',
  ];
}
