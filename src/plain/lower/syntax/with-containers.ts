/**
 * Facts of a module by which texts, maps, sets and dictionaries are lowered, too. A function is lowered with these only if it
 * is refused without: an object whose fields are known costs less than one whose keys are looked up.
 */
import type { Facts } from '../../front/facts.js';
import { childrenOf } from './assigned.js';
import type { Node } from '../../front/syntax.js';

const marked = new WeakSet<object>();
const made = new WeakMap<Facts, Facts>();
const mentioned = new WeakMap<Node, boolean>();

/** Whether types of a module mean dictionaries, too, and arrays of texts and bools. */
export const isWithContainers = (declared: object): boolean => marked.has(declared);

/** Notes types that mean what others mean. */
export function keepContainers(declared: object, like: object): void {
  if (marked.has(like)) marked.add(declared);
}

export function withContainers(facts: Facts): Facts {
  let found = made.get(facts);
  if (found === undefined) {
    const [declared, classes] = [new Map(facts.declared), new Map(facts.classes)];
    marked.add(declared);
    marked.add(classes);
    made.set(facts, (found = { ...facts, declared, classes }));
  }
  return found;
}

const types = ['Record', 'Map', 'ReadonlyMap', 'Set', 'ReadonlySet', 'Partial'];
const syntax = [
  'TSStringKeyword',
  'TSBooleanKeyword',
  'TSIndexSignature',
  'StringLiteral',
  'RegExpLiteral',
  'TemplateLiteral',
];

/** Whether a module has anything that is lowered in no other way. O(size of the module), once. */
export function mentionsContainers({ program }: Facts): boolean {
  const before = mentioned.get(program);
  if (before !== undefined) return before;
  const isIt = (node: Node): boolean =>
    syntax.includes(node.type) || (node.type === 'Identifier' && types.includes(node.name));
  const search = (node: Node): boolean =>
    node.type !== 'ImportDeclaration' && (isIt(node) || childrenOf(node).some(search));
  const found = search(program);
  mentioned.set(program, found);
  return found;
}
