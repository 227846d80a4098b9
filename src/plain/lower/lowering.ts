/** Lowers a function with all that it calls: what it takes, its body, and what it gives. */
import { value } from '../ir/build.js';
import { isList, type ArrayType, type Stmt, type Type, type Value } from '../ir/ir.js';
import type { Import } from '../ir/imports.js';
import { closedType, namedType, USUAL } from '../ir/open-types.js';
import { KEYS, TEXTS, type Origin, type Tells, type Variable } from '../ir/origin.js';
import type { Gives, ResultForm } from '../ir/result-form.js';
import { read, written } from '../ir/written.js';
import { realParams, type FunctionNode, type Node } from '../front/syntax.js';
import { closed } from '../improve/closed.js';
import type { LoweredFunction } from './names/lowered-function.js';
import type { Captured, On } from './names/outside.js';
import { completed, unfilled } from './syntax/incomplete.js';
import { lost, type Meaning, type RecordMeaning } from './meanings/meanings.js';
import type { Place } from './objects/own-keys.js';
import type { Leaf } from './objects/shaped-meanings.js';
import type { Shape } from './shapes/shapes.js';
import { instanceIn } from './shapes/class-shapes.js';
import { literalOf } from './shapes/literal-shapes.js';
import { shapeOf } from './shapes/promised-shapes.js';
import { shapeAsUsed } from './shapes/shapes-as-used.js';
import { Statements } from './statements/statements.js';
import { optional } from './shapes/unions.js';
import { shapeOfParam } from './shapes/shapes-by-use.js';

export class Lowering extends Statements {
  /** Whether types that nobody wrote down stay open until values are given. */
  isOpen = false;
  /** Whether any does. */
  hasOpen = false;
  private readonly params: Value[] = [];
  private readonly origins: Origin[] = [];
  /** What stands before all else. */
  private readonly first: Stmt[] = [];
  /** The table of texts, if it is asked for. */
  private madeTable: Value | null = null;
  /** The objects whose keys are asked for. */
  private readonly asked = new Set<string>();
  /** The objects of the result. */
  private readonly given: RecordMeaning[] = [];

  lower(node: FunctionNode, name: string, on?: On): LoweredFunction {
    let result: ResultForm = [];
    const { merged } = this.remedies.pools;
    this.root = this.written = node;
    this.relyOnItself(node);
    this.names.add(name);
    const region = this.builder.region([], () => {
      this.beginVariables();
      this.makePools();
      const args = realParams<Node>(node.params).map((param, k) => this.argument(param, k));
      const yields: Value[] = [];
      const around = this.frameAround(node);
      const receiver = on && this.objectOutside(on);
      result = this.resultOf(this.inlined(node, around, args, node, receiver), yields, node);
      this.putBackGiven(node);
      this.endVariables(node);
      return yields;
    });
    // What was lowered before two pools became one took them for two.
    if (this.remedies.pools.merged !== merged) {
      this.remedies.isNew = true;
      throw this.learned();
    }
    const { functions, derivatives } = this;
    const body = [...this.first, ...region.body];
    const whole = closed({ ...region, body, params: this.params }, functions, derivatives);
    const func = completed({ name, region: whole.region }, this.incomplete);
    if (func === null) return this.refuse(node, ...unfilled);
    const all = {
      ...func,
      ...(whole.functions.length > 0 && { functions: whole.functions }),
      ...(derivatives.length > 0 && { derivatives }),
    };
    return {
      tag: 'lowered',
      func: this.joinedTypes.any ? read(written(all), this.joinedTypes.closed) : all,
      origins: this.origins,
      result,
      gives: this.gives(region.yields),
      captures: [...this.captures.keys()],
      variables: this.variables,
      classes: this.classesAround(node),
      operators: this.operators,
      imports: this.imports.map((one) => this.constrained(one)),
      imported: this.imported,
      methods: [...this.methodsCalled].sort(),
      runs: [...this.calledAsRuns].map((f) => ({ f, why: this.remedies.whyRun(f) })),
    };
  }

  /** A call, with what its open types have to be. */
  private constrained(one: Import): Import {
    const { params, types } = one;
    const { closed } = this.joinedTypes;
    return {
      ...one,
      params: params.map((param) => ({ ...param, type: closed(param.type) })),
      ...(types && { types: types.map(closed) }),
    };
  }

  private argument(param: Node, k: number): Meaning {
    const inner = param.type === 'AssignmentPattern' ? param.left : param;
    const annotation = 'typeAnnotation' in inner ? inner.typeAnnotation : null;
    const { declared } = this.facts;
    const found =
      shapeOf(annotation, declared) ??
      instanceIn(this.facts, annotation) ??
      shapeAsUsed(annotation, declared, shapeOfParam(this.facts, param));
    const usual = param.type === 'AssignmentPattern' ? literalOf(param.right) : undefined;
    const mayBeMissing =
      (param.type === 'AssignmentPattern' && (usual === undefined || !isNumeric(found))) ||
      ('optional' in inner && inner.optional === true);
    const shape = found && mayBeMissing ? optional(found) : found;
    if (shape === undefined) {
      const what = 'a parameter whose type is not known to be made of numbers';
      const instead = 'annotate it as number, number[], Float64Array, or an object of those';
      // It may be anything as long as nobody reads it.
      if (inner.type !== 'Identifier') return this.refuse(param, what, instead);
      const made = lost(what, instead);
      this.standsAt(made, { of: 'argument', path: [k] });
      return made;
    }
    const name = inner.type === 'Identifier' ? inner.name : `argument${k}`;
    const leaf: Leaf = (type, own, way, tells) => {
      this.count(param);
      return this.parameter('argument', type, own, [k, ...way], { usual, tells });
    };
    const made = this.formed(shape, name, leaf, [], { outside: { of: 'argument', which: k } });
    return this.givenInPools(made, param);
  }

  /** The form of a result, whose parts are added to what the function yields. Values of the host may stand beside a number. */
  private resultOf(of: Meaning, yields: Value[], node: Node, isBeside = false): ResultForm {
    if (of.tag === 'optional') return this.resultOf(this.sure(of), yields, node, isBeside);
    if (of.tag === 'element' && of.columns.pool !== undefined)
      return this.refuse(
        node,
        'a result that is an object with several names',
        'return its numbers',
      );
    if (of.tag === 'element') return this.resultOf(this.snapshot(of), yields, node, isBeside);
    if (of.tag === 'record') this.given.push(of);
    if (of.tag === 'record' && of.keyed !== undefined)
      return this.refuse(
        node,
        'a map, a set, or an object with any keys as a result',
        'return its numbers',
      );
    if (of.tag === 'record' && of.isGrowing === true)
      return this.resultOf(this.copied('number[]', of, node), yields, node, isBeside);
    const isPlain = of.tag === 'record' && of.from === undefined && of.accessors === undefined;
    if (isPlain && of.rest === undefined) {
      const hasAux = of.isTuple && of.slots.size === 2 && yields.length === 0;
      const parts = [...of.slots].map(([name, slot], k) => {
        const isAux = isBeside || (hasAux && k === 1);
        return [name, this.resultOf(this.read(slot, node), yields, node, isAux)] as const;
      });
      return of.isTuple ? parts.map(([, part]) => part) : Object.fromEntries(parts);
    }
    if (of.tag === 'value') return yields.push(isBeside ? of.value : this.realIn(of.value)) - 1;
    if (of.tag === 'nothing' && of.isNull !== true) return null;
    return this.refuse(
      node,
      'a result that is not made of numbers',
      'return a number, an array of numbers, or an object of those',
    );
  }

  /** What a list holds may be the copy of a tuple or of an array that has a name, and is another part of the result. */
  private gives(yields: readonly Value[]): Gives {
    const { given } = this;
    if (given.some((of) => !(of.isWhole || of.isTuple || of.isGrowing === true))) return 'part';
    const mayBeCopied = given.length > 1 && yields.some(({ type }) => isList(type));
    const isNew = (of: RecordMeaning, k: number): boolean =>
      !of.isFixed && given.indexOf(of) === k && !(mayBeCopied && of.isNamed);
    return given.every(isNew) ? 'new' : 'shared';
  }

  protected override captured(node: Node, name: string, shape: Shape, told?: Tells): Value[] {
    const which = this.captures.size;
    const values: Value[] = [];
    const leaf: Leaf = (type, own, way, tells) => {
      this.count(node);
      const made = this.parameter('capture', type, own, [which, ...way], { tells: told ?? tells });
      values.push(made);
      return made;
    };
    this.formed(shape, name, leaf, [], { outside: { of: 'capture', which } });
    return values;
  }

  protected override variableCaptured(
    node: Node,
    name: string,
    type: ArrayType,
    variable: Variable,
  ): Value {
    this.count(node);
    return this.parameter('capture', type, name, [this.captures.size], { tells: { variable } });
  }

  /** The captured variables that stand for what reads and assigns them. */
  private get variables(): ReadonlySet<Captured> {
    const all = [...this.captures.keys()];
    const found = this.origins.filter(({ tells }) => tells !== undefined && 'variable' in tells);
    return new Set(found.map(({ path: [which] }) => all[which]));
  }

  protected override insistOnKeys({ of, path, names, perhaps }: Place): void {
    const key = JSON.stringify([of, path]);
    if (this.asked.has(key)) return;
    this.asked.add(key);
    const tells = { keys: names, ...(perhaps.length > 0 && { perhaps }) };
    this.parameter(of, 'bool', '', [...path, KEYS], { tells });
  }

  protected override isGiven = (of: Value): boolean => this.params.includes(of);

  protected override textTable(): Value {
    const tells = { table: this.words };
    this.madeTable ??= this.parameter('capture', 'host', 'texts', [TEXTS, 0], { tells });
    return this.madeTable;
  }

  protected override atStart(fill: () => void): void {
    this.first.push(...this.builder.region([], () => (fill(), [])).body);
  }

  protected override originOf(of: Value): Origin | undefined {
    const place = this.params.indexOf(of);
    return place < 0 ? undefined : this.origins[place];
  }

  /** Parameters that stand for what is outside as it is, by the places of that. */
  private readonly handedOn = new Map<string, Value>();

  protected override asItStands({ of, path }: Pick<Origin, 'of' | 'path'>): Value {
    const key = JSON.stringify([of, path]);
    const found =
      this.handedOn.get(key) ?? this.parameter(of, 'host', '', path, { tells: undefined });
    this.handedOn.set(key, found);
    return found;
  }

  private readonly copies = new Map<Value, Value>();

  protected override copiedFirst(of: Value): Value {
    let found = this.copies.get(of);
    if (found === undefined) {
      this.copies.set(of, (found = value('', 'host')));
      this.first.push({ tag: 'host', does: 'call', text: '#', args: [of], results: [found] });
    }
    return found;
  }

  private parameter(
    of: Origin['of'],
    guessed: Value['type'],
    name: string,
    path: Origin['path'],
    { usual, tells }: { readonly usual?: Usual; readonly tells: Tells | undefined },
  ): Value {
    const type = this.typeOf(guessed, of, path);
    const made: Value = { name, type };
    this.params.push(made);
    const isSteady = of === 'capture' && this.steady.has(path[0]);
    this.origins.push({
      ...{ of, path, type },
      ...(isSteady && { isSteady }),
      ...(usual !== undefined && { usual }),
      ...(tells && { tells }),
    });
    return made;
  }

  /** A type in which what nobody wrote down has a name, or is what it is mostly. */
  private typeOf(guessed: Type, of: Origin['of'], path: Origin['path']): Type {
    const name = `@${of === 'capture' ? 'c' : ''}${path.join('.')}`;
    const type = namedType(guessed, name);
    if (type === guessed) return type;
    this.hasOpen = this.isOpen;
    return this.isOpen ? type : closedType(type, new Map([[`?${name}`, USUAL]]));
  }
}

type Usual = number | boolean | undefined;

/** Whether a parameter is one number or bool. */
const isNumeric = (shape: Shape | undefined): boolean =>
  shape?.tag === 'number' || shape?.tag === 'bool';
