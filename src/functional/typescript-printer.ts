/** Terms as TypeScript, in functions of `delta-tape/functional`: a functional program stays one. */
import { notPrinted } from './errors.js';
import type { Fun, Term, TermOf, Type } from './language.js';
import { isPrimitive, partialNamed, signs } from './scalar-operations.js';
import { freshName, isFreeIn } from './traversal.js';
import { boundTypes, extended, paramTypes, typeOf, type Context } from './typing.js';

/** The types of the variables in scope, and the names that they have in the text. */
interface Here {
  readonly types: Context;
  readonly names: ReadonlyMap<string, string>;
  /** All names that are taken: of variables in scope, and of others in the same block. */
  readonly taken: ReadonlySet<string>;
}

/** Ranks expressions by how tightly they bind, from conditional expressions to names and calls. */
type Level = 0 | 1 | 2 | 3 | 4 | 5;
type Text = readonly [text: string, level: Level];

const atom = (text: string): Text => [text, 5];
const levels: Readonly<Record<string, Level>> = { add: 2, sub: 2, mul: 3, div: 3 };
const ofMath: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Math));

/** A type, as values are taken and not written. */
export function typescriptType(type: Type): string {
  if (type.tag === 'tuple') return `readonly [${type.of.map(typescriptType).join(', ')}]`;
  if (type.tag !== 'array') return type.tag === 'test' ? 'boolean' : 'number';
  const of = typescriptType(type.of);
  return `readonly ${type.of.tag === 'real' ? of : `(${of})`}[]`;
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ');
const isReal = ({ tag }: Type): boolean => tag === 'real';

/** f(x, y), on one line if it is short. */
function callText(f: string, args: readonly string[]): string {
  const line = `${f}(${args.join(', ')})`;
  if (line.length <= 90 && !line.includes('\n')) return line;
  return `${f}(\n${args.map((arg) => `  ${indented(arg)},\n`).join('')})`;
}

export class TypescriptPrinter {
  /** Names that are imported from `delta-tape/functional` and from `delta-tape`. */
  readonly operators = new Set<string>();
  readonly primitives = new Set<string>();

  /** Variables of a term in scope, under the names that they have in the text. */
  static scope(context: Context, taken: readonly string[]): Here {
    const names = new Map<string, string>();
    const all = new Set(taken);
    for (const name of context.keys()) {
      const own = freshName(name, (one) => all.has(one), '_');
      names.set(name, own);
      all.add(own);
    }
    return { types: context, names, taken: all };
  }

  private bind(here: Here, names: readonly string[], types: readonly Type[]) {
    const all = new Map(here.names);
    const taken = new Set(here.taken);
    const own = names.map((name) => {
      const plain = name.replaceAll("'", '_').replace(/(.)_+$/, '$1');
      const one = freshName(plain, (other) => taken.has(other), '_');
      all.set(name, one);
      taken.add(one);
      return one;
    });
    return [{ types: extended(here.types, names, types), names: all, taken }, own] as const;
  }

  /** The statements of lets, and the last line that `end` makes of what is inside of them. */
  block(term: Term, here: Here, end: (term: Term, here: Here) => string): string {
    if (term.tag !== 'let') return end(term, here);
    const type = typeOf(term.bound, here.types);
    const [inner, own] = this.bind(here, term.names, boundTypes(term, type));
    const isInferred = isReal(type) || (term.bound.tag !== 'tuple' && term.bound.tag !== 'if');
    const used = own.map((one, k) => (isFreeIn(term.names[k], term.body) ? one : ''));
    const names = own.length === 1 ? own[0] : `[${used.join(', ').replace(/(, )+$/, '')}]`;
    const declared = isInferred ? names : `${names}: ${typescriptType(type)}`;
    const bound = this.text(term.bound, here);
    return `const ${declared} = ${bound};\n${this.block(term.body, inner, end)}`;
  }

  text(term: Term, here: Here): string {
    return this.of(term, here)[0];
  }

  private atLeast(level: Level, term: Term, here: Here): string {
    const [text, own] = this.of(term, here);
    return own >= level ? text : `(${text})`;
  }

  private of(term: Term, here: Here): Text {
    switch (term.tag) {
      case 'var':
        return atom(here.names.get(term.name) ?? term.name);
      case 'const':
        return [String(term.value), term.value < 0 || Object.is(term.value, -0) ? 4 : 5];
      case 'tuple':
        return atom(`[${term.items.map((item) => this.text(item, here)).join(', ')}]`);
      case 'proj':
        return atom(`${this.atLeast(5, term.of, here)}[${term.index}]`);
      case 'op':
        return this.operation(term, here);
      case 'if': {
        const [test, then, otherwise] = [term.test, term.then, term.otherwise];
        return [
          `${this.atLeast(1, test, here)} ? ${this.atLeast(1, then, here)} : ${this.text(otherwise, here)}`,
          0,
        ];
      }
      case 'let':
        return this.inside(term, here);
      case 'iterate':
        return this.iteration(term, here);
      case 'move':
        return this.movement(term, here);
      default:
        throw notPrinted(term.tag);
    }
  }

  /** Lets where an expression stands: in a function that is called at once. */
  private inside(term: TermOf<'let'>, here: Here): Text {
    const type = typeOf(term, here.types);
    const body = this.block(term, here, (last, inner) => `return ${this.text(last, inner)};`);
    const result = isReal(type) ? '' : `: ${typescriptType(type)}`;
    return atom(`(()${result} => {\n  ${indented(body)}\n})()`);
  }

  private operation({ name, args }: TermOf<'op'>, here: Here): Text {
    if (name === 'neg') return [`-${this.atLeast(5, args[0], here)}`, 4];
    if (name === 'pow')
      return [`${this.atLeast(5, args[0], here)} ** ${this.atLeast(5, args[1], here)}`, 3];
    if (Object.hasOwn(signs, name)) {
      const level = levels[name] ?? 1;
      const [x, y] = args;
      const right = this.atLeast((level + 1) as Level, y, here);
      const sign = name === 'eq' ? '===' : signs[name];
      return [`${this.atLeast(level, x, here)} ${sign} ${right}`, level];
    }
    const texts = args.map((arg) => this.text(arg, here));
    if (ofMath.has(name)) return atom(`Math.${name}(${texts.join(', ')})`);
    const partial = partialNamed(name);
    const own = partial?.[0].primitive.name ?? name;
    if (!isPrimitive(own)) throw notPrinted(name);
    this.primitives.add(own);
    if (partial === undefined) return atom(`${name}(${texts.join(', ')})`);
    this.primitives.add('derivative').add('type Real');
    const [, place] = partial;
    const x = freshName('x', (one) => here.taken.has(one), '_');
    const all = texts.map((text, k) => (k === place ? x : text));
    return atom(`derivative((${x}: Real) => ${own}(${all.join(', ')}))(${texts[place]})`);
  }

  private functionText({ params, body }: Fun, types: readonly Type[], here: Here): string {
    const [inner, own] = this.bind(here, params, types);
    let count = params.length;
    while (count > 0 && !isFreeIn(params[count - 1], body)) count--;
    const names = own
      .slice(0, count)
      .map((one, k) => (isFreeIn(params[k], body) ? one : `_${one}`));
    const head = `(${names.join(', ')}) =>`;
    if (body.tag !== 'let') return `${head} ${this.text(body, inner)}`;
    const block = this.block(body, inner, (last, at) => `return ${this.text(last, at)};`);
    return `${head} {\n  ${indented(block)}\n}`;
  }

  private iteration(term: TermOf<'iterate'>, here: Here): Text {
    const types = paramTypes(term, here.types);
    const result = typeOf(term.f.body, extended(here.types, term.f.params, types));
    const f = this.functionText(term.f, types, here);
    const args = term.args.map((arg) => this.text(arg, here));
    const isOfOne = term.name !== 'reduce' || typescriptType(types[1]) === typescriptType(result);
    const name = isOfOne ? term.name : 'foldl';
    this.operators.add(name);
    const given = {
      build: [result],
      reduce: [result],
      map: [...types, result],
      map2: [...types, result],
    };
    const all = Object.hasOwn(given, name) ? given[name as keyof typeof given] : types;
    const isPlain = [...types, result].every(isReal);
    const typeArgs = isPlain ? '' : `<${all.map(typescriptType).join(', ')}>`;
    const [first, ...rest] = args;
    return atom(
      callText(`${name}${typeArgs}`, name === 'build' ? [first, f] : [f, first, ...rest]),
    );
  }

  private movement({ name, args }: TermOf<'move'>, here: Here): Text {
    if (name === 'get')
      return atom(`${this.atLeast(5, args[0], here)}[${this.text(args[1], here)}]`);
    this.operators.add(name);
    return atom(
      callText(
        name,
        args.map((arg) => this.text(arg, here)),
      ),
    );
  }
}
