/**
 * Lowers calls of functions that are imported from other modules, or held by objects. Such a function is known only
 * when the program is linked (runtime/compiled/linking.ts). The call gives numbers, arrays and objects of these, and
 * takes what the uses of its result ask for.
 */
import { value } from '../../ir/build.js';
import type { Import } from '../../ir/imports.js';
import type { Step } from '../../ir/origin.js';
import type { Type, Value } from '../../ir/ir.js';
import { openType } from '../../ir/open-types.js';
import { ONE, type ResultForm } from '../../ir/result-form.js';
import { exportOf, sourceOf } from '../../front/module-sources.js';
import { bare, nameOfKey, type Binding, type Node } from '../../front/syntax.js';
import { DENSITIES, isLinked, isLinkedInside, isOfArrays, isOfOthers } from '../syntax/others.js';
import {
  meaning,
  nothing,
  type Frame,
  type ImportedName,
  type Meaning,
} from '../meanings/meanings.js';
import { Outlined } from './outlined.js';
import { shapeText, unknown, type Shape } from '../shapes/shapes.js';
import { initOf } from '../syntax/constants.js';
import { instanceIn } from '../shapes/class-shapes.js';
import { shapeOf } from '../shapes/promised-shapes.js';
import { shapeByUse } from '../shapes/shapes-by-use.js';
import { callOf, shapeOfResult } from '../shapes/uses-of-calls.js';

type Way = readonly Step[];
type Identifier = Extract<Node, { readonly type: 'Identifier' }>;

export abstract class Imported extends Outlined {
  /** The functions that are imported, and how they are called. */
  readonly imported: ImportedName[] = [];
  readonly imports: Import[] = [];
  private readonly importedNames: ImportedName[] = [];

  /** The function that an expression names, if it is known only when the program is linked. */
  protected importOf(given: Node, frame: Frame): ImportedName | undefined {
    const callee = bare(given);
    if (callee.type === 'Identifier') {
      const binding = this.importedBy(callee) ?? this.heldAround(callee, frame);
      return binding === undefined || exportOf(binding) === '*'
        ? undefined
        : this.named({ binding });
    }
    if (callee.type !== 'MemberExpression') return undefined;
    const binding = this.importedBy(bare(callee.object));
    const member = nameOfKey(callee.property, callee.computed);
    if (binding === undefined || member === undefined) return undefined;
    // Methods of instances are those of the class.
    if (instanceIn(this.facts, null, initOf(binding)) !== undefined) return undefined;
    if (exportOf(binding) === '*') return this.named({ binding, member, isModule: true });
    return isOfArrays(member) ? undefined : this.named({ binding, member });
  }

  /** A function that is given to another one. Numbers and lists are known by their uses. */
  protected override outside(node: Identifier, binding: Binding): Meaning {
    const isGiven = binding.referencePaths.some(
      (path) =>
        path.node === node &&
        (path.listKey === 'arguments' || path.parent.type === 'ConditionalExpression'),
    );
    const isUsed = shapeByUse(this.facts, binding) !== undefined;
    const isHeld = isOfOthers(binding) || (isLinkedInside(binding) && !this.isTold(binding));
    const name = isGiven && !isUsed && isHeld ? this.importOf(node, this.module) : undefined;
    return name === undefined ? super.outside(node, binding) : { tag: 'imported', name };
  }

  /** The same for the same function. */
  private named(of: ImportedName): ImportedName {
    const isIt = ({ binding, member }: ImportedName) =>
      binding === of.binding && member === of.member;
    const found = this.importedNames.find(isIt);
    if (found === undefined) this.importedNames.push(of);
    return found ?? of;
  }

  /** A variable that never changes, which another module gives, or a call. */
  private importedBy(node: Node): Binding | undefined {
    const binding = node.type === 'Identifier' ? this.facts.bindings.get(node) : undefined;
    return binding !== undefined && isLinked(binding) ? binding : undefined;
  }

  /** A variable of a function around the one that is lowered: what that was given, or got from a call. */
  private heldAround(node: Identifier, frame: Frame): Binding | undefined {
    const binding = this.facts.bindings.get(node);
    if (binding === undefined || frame.find(binding) !== undefined) return undefined;
    return isLinkedInside(binding) ? binding : undefined;
  }

  /** Whether a type tells that a variable is no function. */
  private isTold = ({ identifier: { typeAnnotation } }: Binding): boolean =>
    shapeOf(typeAnnotation, this.facts.declared) !== undefined ||
    instanceIn(this.facts, typeAnnotation) !== undefined;

  protected importedCall(
    of: ImportedName,
    args: readonly Meaning[],
    at: Node,
    asked: Shape | null = number,
  ): Meaning {
    args.forEach((arg) => this.insistOnCopies(arg, asked, at));
    const given: Value[] = [];
    const params = args.flatMap((arg, k) => this.paramsOf(arg, [k], given, at));
    const found = this.importFor(of, params, asked);
    const { types = ['f64'], result = ONE } = found;
    const results = types.map((type) => value('', type));
    this.builder.add({ tag: 'call', of: found.name, args: given, results });
    return this.made(result, results);
  }

  private importFor(of: ImportedName, params: Import['params'], asked: Shape | null): Import {
    const { binding, member } = of;
    let which = this.imported.indexOf(of);
    if (which < 0) which = this.imported.push(of) - 1;
    const text = JSON.stringify([params, asked && shapeText(asked)]);
    const known = this.texts.get(text)?.find((one) => one.which === which);
    if (known !== undefined) return known;
    const name = this.freshName(member ?? binding.identifier.name);
    const types: Type[] = [];
    const result = formOf(asked, types, name);
    const isUsual = result === ONE && types[0] === 'f64';
    const made: Import = { name, which, params, ...(!isUsual && { result, types }) };
    this.imports.push(made);
    this.texts.set(text, [...(this.texts.get(text) ?? []), made]);
    return made;
  }

  /** Imports by what they take and give. */
  private readonly texts = new Map<string, readonly Import[]>();

  /** What the uses of a call ask for; null for nothing. */
  protected askedBy({ binding }: ImportedName, at: Node, frame: Frame): Shape | null {
    if (sourceOf(binding) === DENSITIES) return number;
    const path = binding.referencePaths.map((use) => callOf(use)).find((call) => call?.node === at);
    if (path == null) return unknown;
    const { parent } = path;
    if (parent.type === 'ExpressionStatement') return null;
    if (parent.type === 'AssignmentExpression' && parent.operator === '=') {
      const target = bare(parent.left);
      const variable = target.type === 'Identifier' ? this.facts.bindings.get(target) : undefined;
      const slot = variable && frame.find(variable);
      const held = slot && this.state.get(slot);
      const shape = held === undefined ? undefined : this.shapeIn(held, at);
      if (shape != null) return shape;
    }
    return shapeOfResult(this.facts, binding, path);
  }

  private made(form: ResultForm, results: readonly Value[]): Meaning {
    if (form === null) return nothing;
    if (typeof form === 'number') return meaning(results[form]);
    const isTuple = Array.isArray(form);
    const fields = Object.entries(form as Readonly<Record<string, ResultForm>>);
    const made = this.record(
      fields.map(([name, inner]) => [name, this.made(inner, results)] as const),
      isTuple,
    );
    // Others may have it, too.
    return { ...made, isFixed: true, isNamed: true };
  }

  /**
   * Another module may write into objects of an array. And an object that it gives is a copy: it may be none that it was
   * given, if that changes.
   */
  private insistOnCopies(arg: Meaning, asked: Shape | null, at: Node): void {
    const of = arg.tag === 'optional' ? arg.of : arg;
    if (of.tag === 'columns' && !this.isShapeWritten(of.shape))
      this.refuse(
        at,
        'an array of objects that another module may change',
        'pass arrays of numbers',
        'indices',
      );
    const names = this.changingIn(of, at);
    const isIt = (shape: Shape): boolean =>
      shape.tag === 'record' &&
      [...shape.fields].some(([name, inner]) => names.has(name) || isIt(inner));
    if (asked !== null && isIt(asked))
      this.refuse(
        at,
        'an object of another module that may be one that changes',
        'return its numbers',
      );
  }

  /** The names of the fields of objects in an argument that may change. */
  private changingIn(of: Meaning, at: Node, names = new Set<string>()): ReadonlySet<string> {
    const add = (shape: Shape): void => {
      if (shape.tag === 'optional' || shape.tag === 'columns') add(shape.of);
      if (shape.tag !== 'record') return;
      for (const [name, inner] of shape.fields) {
        names.add(name);
        add(inner);
      }
    };
    if ((of.tag === 'columns' || of.tag === 'element') && this.isShapeWritten(of.shape))
      add(of.shape);
    if (of.tag === 'record')
      for (const [name, slot] of of.slots) {
        const inner = this.kept(slot, at);
        if (inner.tag === 'cell') names.add(name);
        this.changingIn(inner, at, names);
      }
    return names;
  }

  /** The parts of an argument; `given` takes their values. */
  private paramsOf(
    of: Meaning,
    path: Way,
    given: Value[],
    at: Node,
    isFresh = of.tag === 'record' && !of.isNamed && !of.isHeld,
  ): Import['params'] {
    const part = (part: Value, own: Way) => {
      given.push(part);
      return { path: own, type: part.type === 'i32' ? ('f64' as const) : part.type };
    };
    if (of.tag === 'value') return [part(of.value, path)];
    if (of.tag === 'element' && of.columns.pool !== undefined)
      return this.refuse(at, 'an object with several names in another module', 'pass its numbers');
    if (of.tag === 'element') return this.paramsOf(this.snapshot(of), path, given, at);
    if (of.tag === 'columns' && of.shape.isOne === true)
      return this.refuse(at, 'bools in an array of another module', 'pass numbers');
    if (of.tag === 'columns') {
      const params: Import['params'][number][] = [];
      let next = 0;
      this.columnsOf(of.shape, '', (_, __, way) => {
        params.push(part(of.arrays[next], [...path, ...way]));
        return of.arrays[next++];
      });
      return params;
    }
    if (of.tag !== 'record' || of.isGrowing === true || of.accessors !== undefined)
      return this.refuse(
        at,
        'this argument of a function of another module',
        'pass numbers, arrays and objects of these',
      );
    const rest =
      of.rest && ({ ...part(of.rest.value, path), rest: of.rest.isCopy ? 'copy' : 'own' } as const);
    // A new literal is an array, which may be read as a tuple, too.
    if (of.isTuple && isFresh && of.slots.size > 0)
      return this.paramsOf(this.arrayOf(of, '', at), path, given, at);
    // It may keep what it is given.
    this.fix(of, this.state.get);
    const fields = [...of.slots].flatMap(([name, slot]) => {
      const inner = this.read(slot, at);
      const own = [...path, of.isTuple ? Number(name) : name];
      const isNew = isFresh && inner.tag === 'record' && !inner.isNamed;
      return this.paramsOf(inner, own, given, at, isNew);
    });
    return rest === undefined ? fields : [rest, ...fields];
  }
}

const number: Shape = { tag: 'number' };

/** The form of a result of a shape, and the types of its parts; the storages of arrays of numbers are open. */
function formOf(shape: Shape | null, types: Type[], name: string): ResultForm {
  if (shape === null) return null;
  const leaf = (type: Type): number => types.push(type) - 1;
  switch (shape.tag) {
    case 'number':
      return leaf('f64');
    case 'bool':
      return leaf('bool');
    case 'host':
      return leaf('host');
    case 'array':
      return leaf(opened(shape.type, `${name}.${types.length}`));
    default:
      return leaf(openType(`${name}.${types.length}`));
    case 'record': {
      const parts = [...shape.fields].map(
        ([field, inner]) => [field, formOf(inner, types, name)] as const,
      );
      return shape.isTuple ? parts.map(([, part]) => part) : Object.fromEntries(parts);
    }
  }
}

/** A guess of an array, with an open storage. */
function opened(type: Type, name: string): Type {
  if (typeof type !== 'object') return type;
  if (type.of === undefined)
    return type.storage === 'number[]' || type.storage === '?' ? openType(name) : type;
  const of = opened(type.of, name);
  return typeof of === 'object' ? { ...type, of } : type;
}
