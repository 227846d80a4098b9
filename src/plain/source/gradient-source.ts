/** Gradients as source: stand-alone TypeScript that imports nothing. */
import { invalidOption } from '../../core/errors.js';
import { versionsOf } from '../../core/translated-functions.js';
import { adjoint } from '../differentiate/adjoint.js';
import { BodyEmitter } from '../emit/source/body.js';
import { NotStandAlone } from '../emit/source/expressions.js';
import { helperNames, helperTexts, type Helper } from '../emit/source/helpers.js';
import { Scopes } from '../emit/source/scopes.js';
import { realParams, type Node } from '../front/syntax.js';
import { improved } from '../improve/improved.js';
import { holdsReals, isArray, type Func, type Value } from '../ir/ir.js';
import { lower, type Lowered } from '../lower/lower.js';
import type { Reason } from '../lower/refusal.js';
import { notAFunction } from '../errors.js';
import { notAsSource } from './errors.js';
import { Gradients } from './gradients.js';
import { functionByName, tablePartials, type NamedFunction } from './module.js';
import { laidOut } from './layout.js';
import { baptiseAll, valuesOf } from './names.js';
import { leavesIn, partsOf } from './parts.js';
import { ArgumentReader } from './reading.js';
import { Signatures, type Parameter } from './signature.js';

export interface GradientSourceOptions {
  /** The function, by its name at the top of the text. It may be left out if there is only one. */
  readonly name?: string;
  /** The file of the text, for the first line of the result. */
  readonly filename?: string;
  /** The argument that the gradient is taken by, or several of them. 0 unless it is given. */
  readonly wrt?: number | readonly number[];
  /**
   * Whether every product asks for an exact 0, so that it wins over slopes that are not finite. Without, code that
   * meets a gradient with NaN throws an error.
   */
  readonly exactZeros?: boolean;
  /** Whether the project's compiler has the option of this name. */
  readonly noUncheckedIndexedAccess?: boolean;
}

/**
 * The gradient of a function as TypeScript that stands alone: it imports nothing, compiles in strict mode, has the bits
 * of the library's compiled gradient, and can be read beside the function. Give it the text of the module and the name
 * of the function, or a function whose own text is enough. The text has one function: that of the name with `Gradient`
 * behind it, with the same parameters. It returns the value and the gradient, which has the shape of the argument.
 * Variables outside of the function that are not constant are further parameters. The cotangent of x is called xBar.
 *
 * The code throws a RangeError where it has no derivative: at a `throw` of the function, where an array is written that
 * has no element there, and where the gradient is NaN. An array that is given twice counts as two. The text takes
 * O(size of the function with what it calls).
 *
 * @throws DeltaTapeError if there is no such function, or if it does not lower to the numeric tier.
 * @example
 * gradientSource('const square = (x: number) => x * x;').includes('x + x') // true
 */
export function gradientSource(
  source: string | ((...args: never[]) => unknown),
  options: GradientSourceOptions = {},
): string {
  const { filename = 'module.ts' } = options;
  const text = typeof source === 'string' ? source : textOf(source);
  const found = functionByName(text, filename, options.name);
  const lowered = lower(found.facts, found.node, found.name);
  if (lowered.tag === 'refused') throw notAsSource(found.name, lowered.reason);
  try {
    return new GradientFile(found, lowered, options).text();
  } catch (error) {
    if (!(error instanceof NotStandAlone)) throw error;
    const what = `${error.row} is a function of the library, and the file imports nothing`;
    throw notAsSource(found.name, {
      what,
      instead: 'write it with functions of Math',
      line: undefined,
    });
  }
}

/** A function alone, as a module. */
function textOf(f: (...args: never[]) => unknown): string {
  if (typeof f !== 'function') throw notAFunction('gradientSource', f);
  if (versionsOf(f) !== undefined) throw notAsSource(f.name, translated);
  return `const ${f.name === '' ? 'f' : f.name} = ${String(f)};`;
}

const translated: Reason = {
  what: 'it is translated, which leaves nothing of its types',
  instead: 'give the text of its module, and the option name',
  line: undefined,
};

const calls: Reason = {
  what: 'it calls functions that are too large to stand in it, or call themselves',
  instead: 'write a loop',
  line: undefined,
};

const otherModules: Reason = {
  what: 'it calls functions of other modules',
  instead: 'write them into the same file',
  line: undefined,
};

class GradientFile {
  private readonly func: Func;
  private readonly parameters: readonly Parameter[];
  private readonly signatures: Signatures;
  private readonly args: readonly Parameter[];

  constructor(
    private readonly found: NamedFunction,
    { func, origins, captures, imports }: Lowered & { readonly tag: 'lowered' },
    private readonly options: GradientSourceOptions,
  ) {
    this.func = improved(func);
    this.signatures = new Signatures(found.facts.declared);
    if (imports.length > 0) throw notAsSource(found.name, otherModules);
    if (this.func.functions !== undefined) throw notAsSource(found.name, calls);
    const { params } = this.func.region;
    const parts = partsOf(params, origins, 'argument');
    const held = partsOf(params, origins, 'capture');
    this.args = realParams<Node>(found.node.params).map((node, k) =>
      this.signatures.parameter(node, parts.get(k)!, k),
    );
    const captured = captures.map(({ identifier }, k) =>
      this.signatures.captured(identifier.name, held.get(k)!),
    );
    this.parameters = [...this.args, ...captured];
  }

  text(): string {
    const { name } = this.found;
    const { exactZeros = false, noUncheckedIndexedAccess = false, filename } = this.options;
    const inputs = this.inputs();
    const own = valuesOf(this.func);
    const named = new Set([...own].filter((value) => value.name !== ''));
    baptiseAll(this.func);
    const made = adjoint(this.func, inputs, {
      partials: tablePartials(),
      asksForZeros: exactZeros,
    });
    if (made.tag === 'refused') {
      throw notAsSource(name, { what: made.why, instead: 'see why', line: undefined });
    }
    const f = improved(made.func);
    const helpers = new Set<Helper>();
    const helper = (of: Helper) => (helpers.add(of), of);
    const result = `${name}Gradient`;
    const taken = ['kept', 'top', 'gradient', result, ...helperNames];
    const scopes = new Scopes([...taken, ...this.parameters.map((one) => one.name)]);
    const chosen = this.chosen();
    const isIndexChecked = noUncheckedIndexedAccess;
    const measured = new Set(inputs.filter(({ type }) => isArray(type)));
    const reader = new ArgumentReader(f, scopes, measured, isIndexChecked);
    this.parameters.forEach(reader.read);
    const gradients = new Gradients({ scopes, helper, textOf: reader.textOf, isIndexChecked });
    const arrays = inputs.filter(({ type }) => isArray(type));
    const shadows = f.region.params.slice(this.func.region.params.length);
    const shadowOf = (value: Value) => shadows[arrays.indexOf(value)];
    for (const { part } of chosen) gradients.begin(part, shadowOf);
    const body = new BodyEmitter(f, {
      scopes,
      params: new Map([...reader.params, ...gradients.params]),
      readings: reader.readings,
      own,
      named,
      isIndexChecked,
    }).emit();
    const numbers = inputs.filter(({ type }) => !isArray(type));
    numbers.forEach((value, k) => gradients.number(value, body.results[k + 1]));
    body.helpers.forEach(helper);
    const isOne = !Array.isArray(this.options.wrt);
    const trees = chosen.map(({ part }) => gradients.tree(part));
    const tree = isOne ? trees[0] : `[${trees.join(', ')}]`;
    const types = chosen.map(({ gradient }) => gradient);
    const type = isOne ? types[0] : `[${types.join(', ')}]`;
    const insisting = exactZeros
      ? []
      : gradients.insisting(
          chosen.map(({ part }, k) => [part, isOne ? 'gradient' : `gradient[${k}]`]),
        );
    const isNamed = insisting.some((line) => line.includes('gradient'));
    const shown = isNamed ? 'gradient' : tree === 'gradient' ? tree : `gradient: ${tree}`;
    const isUnused = (own: string) =>
      !mentions(
        [...reader.lines, ...gradients.lines, ...body.lines, tree, body.results[0].text],
        own,
      );
    const params = this.parameters.map(
      ({ name: own, type: of, rest }) => `${isUnused(own) ? '_' : ''}${own}: ${of}${rest}`,
    );
    const returned = `: { value: number; gradient: ${type} } {`;
    const by = chosen.map(({ name: own }) => own).join(' and ');
    return [
      `// The gradient of ${name}${filename === undefined ? '' : ` in ${filename}`}, written by delta-tape.`,
      '',
      ...this.signatures.declarations().flatMap((text) => [text, '']),
      `/** The value of ${name}, and its gradient by ${by}. */`,
      ...laidOut(`export function ${result}`, `(${params.join(', ')})`, returned, ''),
      ...reader.lines,
      ...gradients.lines,
      ...body.lines,
      ...(isNamed ? laidOut(`const gradient: ${type} = `, tree, ';', '  ') : []),
      ...insisting,
      ...laidOut('return ', `{ value: ${body.results[0].text}, ${shown} }`, ';', '  '),
      '}',
      ...helperTexts(helpers).flatMap((text) => ['', text]),
      '',
    ].join('\n');
  }

  /** The arguments that the gradient is taken by. */
  private chosen(): readonly Parameter[] {
    const { wrt = 0 } = this.options;
    return [wrt].flat().map((place: number) => {
      const found = this.args[place] as Parameter | undefined;
      if (found === undefined)
        throw invalidOption('wrt', 'the place of an argument, or several', wrt);
      return found;
    });
  }

  /** The parameters of the language that gradients are wanted of. */
  private inputs(): readonly Value[] {
    const inputs = this.chosen().flatMap(({ part }) => leavesIn(part));
    return inputs.filter(({ type }) => holdsReals(type));
  }
}

/** Whether some code has a name. */
const mentions = (lines: readonly string[], name: string): boolean =>
  new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(lines.join('\n'));
