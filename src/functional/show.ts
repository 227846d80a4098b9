/** Terms as the paper prints them. */
import type { Fun, Term, TermOf } from './language.js';
import { signs } from './scalar-operations.js';

/** Ranks operators by how tightly they bind: 0 for comparisons, 1 for sums, 2 for products. */
const tightness = (name: string): number =>
  ['mul', 'div'].includes(name) ? 2 : ['add', 'sub'].includes(name) ? 1 : 0;

/** 1̂, the Jacobian of a term by itself. */
const isUnit = (term: Term): boolean =>
  term.tag === 'jacobian' && term.f.body.tag === 'var' && term.f.body.name === term.f.params[0];
const isAtom = (term: Term): boolean =>
  ['var', 'const', 'tuple'].includes(term.tag) || isUnit(term);
const inside = (term: Term): string => (isAtom(term) ? show(term) : `(${show(term)})`);

/** `*` for (x, y → x * y). */
function section({ params, body }: Fun): string | null {
  if ((body.tag !== 'op' && body.tag !== 'product') || params.length !== 2) return null;
  const sign = body.tag === 'product' ? body.name : signs[body.name];
  const isIt = body.args.every((arg, k) => arg.tag === 'var' && arg.name === params[k]);
  return isIt ? (sign ?? null) : null;
}

const functionText = (f: Fun): string =>
  section(f) ?? `(${f.params.join(', ')} → ${indented(show(f.body))})`;

const indented = (text: string): string =>
  text.includes('\n') ? `\n${text}`.replaceAll('\n', '\n  ') : text;

/**
 * A term as text, one line for each let. O(size).
 *
 * @example show(read('(A) => shift1L(A)').term) // shift1L A
 */
export function show(term: Term): string {
  switch (term.tag) {
    case 'var':
      return term.name;
    case 'const':
      return String(term.value);
    case 'let':
      return showLet(term);
    case 'tuple': {
      const [open, close] = term.items.some(({ tag }) => tag === 'fun') ? '⟨⟩' : '()';
      return `${open}${term.items.map(show).join(', ')}${close}`;
    }
    case 'proj':
      return `π${term.index + 1} ${inside(term.of)}`;
    case 'op':
      return operation(term);
    case 'iterate':
      return [term.name, functionText(term.f), ...term.args.map(inside)].join(' ');
    case 'move':
      return [term.name, ...term.args.map(inside)].join(' ');
    case 'if':
      return `if ${show(term.test)} then ${inside(term.then)} else ${inside(term.otherwise)}`;
    case 'jacobian':
      return isUnit(term) ? '1̂' : `∇{${show(term.by)}} ${inside(term.of)}`;
    case 'product':
      return `${inside(term.args[0])} ${term.name} ${inside(term.args[1])}`;
    case 'fun':
      return `fun (${term.f.params.join(', ')}) → ${indented(show(term.f.body))}`;
    case 'apply':
      return `${inside(term.f)}(${term.args.map(show).join(', ')})`;
  }
}

/** Constants that are bound one after the other stand on one line (Fig. 4). */
function showLet(term: TermOf<'let'>): string {
  const names: string[] = [];
  const bounds: Term[] = [];
  let here: Term = term;
  while (here.tag === 'let' && here.names.length === 1 && here.bound.tag === 'const') {
    names.push(...here.names);
    bounds.push(here.bound);
    here = here.body;
  }
  if (names.length < 2) {
    const { names, bound, body } = term;
    return `let ${names.join(', ')} = ${indented(show(bound))} in\n${show(body)}`;
  }
  return `let ${names.join(', ')} = ${bounds.map(show).join(', ')} in\n${show(here)}`;
}

function operation({ name, args }: TermOf<'op'>): string {
  if (name === 'neg') return `-${inside(args[0])}`;
  if (!Object.hasOwn(signs, name)) return `${name}(${args.map(show).join(', ')})`;
  const own = tightness(name);
  const operand = (arg: Term, isRight: boolean): string => {
    if (arg.tag !== 'op' || !Object.hasOwn(signs, arg.name))
      return arg.tag === 'op' || arg.tag === 'apply' ? show(arg) : inside(arg);
    const inner = tightness(arg.name);
    return inner > own || (inner === own && !isRight) ? show(arg) : `(${show(arg)})`;
  };
  return `${operand(args[0], false)} ${signs[name]} ${operand(args[1], true)}`;
}
