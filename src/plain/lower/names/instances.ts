/**
 * Lowers what makes instances of classes of the module: objects whose fields the class, its parents and their
 * constructors name.
 */
import {
  isClassField,
  isClassMethod,
  type ClassMethod,
  type FunctionNode,
  type Node,
  type types,
} from '../../front/syntax.js';
import {
  constructorOf,
  fieldsIn,
  isStaticMember,
  isSuperCall,
  leaksThis,
  namesOf,
  typeOfField,
} from '../shapes/class-members.js';
import {
  homeOf,
  hasPrivateTwice,
  isOwnField,
  lineOf,
  nameOfMember,
  type ClassNode,
} from '../syntax/class-places.js';
import {
  Frame,
  nothing,
  type ClassMeaning,
  type Meaning,
  type RecordMeaning,
} from '../meanings/meanings.js';
import { fieldOfClass } from '../shapes/lessons.js';
import { constructName } from '../syntax/refusal.js';
import { Variables } from './assigned-outside.js';
import { fieldOf, shapeOf } from '../shapes/promised-shapes.js';
import { bareOf, elementShape } from '../shapes/shapes.js';

export interface Declared {
  readonly method: ClassMethod;
  readonly frame: Frame;
}

export abstract class Instances extends Variables {
  protected abstract override inlined(
    node: FunctionNode,
    outer: Frame,
    args: readonly Meaning[],
    at: Node,
    receiver?: Meaning,
  ): Meaning;

  /** A class and its parents, itself first. */
  protected lineOf({ node }: ClassMeaning): readonly ClassNode[] {
    return node.superClass == null ? [node] : (lineOf(this.facts, node) ?? [node]);
  }

  /** What a class or the nearest of its parents declares under a name, with the class that does; not fields of instances. */
  protected declared(
    of: ClassMeaning,
    kind: 'method' | 'get' | 'set',
    name: string,
    isStatic = false,
  ): Declared | undefined {
    this.relyOn(of.node, kind === 'method' && isStatic ? name : undefined);
    for (const node of this.lineOf(of)) {
      const own = node.body.body.filter(
        (member) => nameOfMember(member) === name && isStaticMember(member) === isStatic,
      );
      const found = own.find(
        (member): member is ClassMethod => isClassMethod(member) && member.kind === kind,
      );
      // What hides that of a parent is something else.
      if (found !== undefined || own.some(isClassMethod))
        return found && { method: found, frame: of.frame };
    }
    return undefined;
  }

  protected instance(of: ClassMeaning, args: readonly Meaning[], at: Node): Meaning {
    this.relyOn(of.node);
    this.makesObjects = true;
    const line = of.node.superClass == null ? [of.node] : lineOf(this.facts, of.node);
    if (line === undefined)
      return this.refuse(
        at,
        'a class whose parent is not in the module as it is written',
        'write its fields and methods in one class',
      );
    if (hasPrivateTwice(line))
      this.refuse(at, 'a private name of a class and of its parent', 'give each a name of its own');
    const accessors = namesOf(line, ['get', 'set']);
    const others = namesOf(line, ['get', 'set', 'method']);
    const names = new Set<string>();
    for (const node of [...line].reverse()) this.fieldsOf(node, names, accessors, others);
    const fields = [...names].map((name) => [name, nothing] as const);
    const inClass = (name: string) => fieldOfClass(of.node, name);
    const made = { ...this.record(fields, false, of, inClass), sites: [at] };
    // It is known by its own name as soon as it is made.
    made.isNamed = true;
    this.construct(line, of.frame, made, args, at);
    made.isNamed = made.isHeld || line.some(leaksThis);
    return made.isNamed ? made : this.standing(made, at);
  }

  /** The fields that a class and its constructor give to an instance. */
  private fieldsOf(
    node: ClassNode,
    names: Set<string>,
    accessors: ReadonlySet<string>,
    others: ReadonlySet<string>,
  ): void {
    const isOther = (name: string, at: Node): void => {
      if (others.has(name))
        this.refuse(at, `the name ${name} for a field and a method`, 'give each a name of its own');
    };
    for (const member of node.body.body) {
      const isPart =
        isClassMethod(member) || isClassField(member) || member.type === 'TSDeclareMethod';
      if (!isPart)
        this.refuse(
          member,
          `a ${constructName(member)} of a class`,
          'write plain fields and methods',
        );
      if (!isOwnField(member)) continue;
      const name = nameOfMember(member);
      if (name === undefined)
        return this.refuse(
          member,
          'a field of a class with a computed name',
          'give it a plain name',
        );
      isOther(name, member);
      names.add(name);
    }
    const constructor = constructorOf(node);
    if (constructor === undefined) return;
    const given = new Set<string>();
    fieldsIn(constructor, given);
    // What has an accessor is no field: that is called.
    for (const name of given) {
      if (accessors.has(name)) continue;
      isOther(name, constructor);
      names.add(name);
    }
  }

  /** Runs the constructors of a class and its parents, the parents' first. */
  private construct(
    [node, ...parents]: readonly ClassNode[],
    frame: Frame,
    made: RecordMeaning,
    args: readonly Meaning[],
    at: Node,
  ): void {
    const constructor = constructorOf(node);
    const begin = (params: readonly Meaning[]): Meaning[] => {
      this.initialized(node, frame, made, at);
      return constructor === undefined
        ? []
        : this.parametersAsFields(constructor, params, frame, made, at);
    };
    if (constructor === undefined) {
      if (parents.length > 0) this.construct(parents, frame, made, args, at);
      begin(args);
      return;
    }
    if (this.facts.returns.get(constructor)?.length !== 0)
      this.refuse(constructor, 'a constructor that returns something', 'return nothing');
    if (parents.length === 0) {
      this.inlined(constructor, frame, begin(args), at, made);
      return;
    }
    const { body } = constructor.body;
    const calls = body.filter(isSuperCall);
    if (calls.length !== 1 || body.indexOf(calls[0]) !== 0)
      this.refuse(constructor, 'a constructor that does not begin with super(…)', 'call it first');
    if (
      constructor.params.some(
        (param) => fieldOf(param) === undefined && param.type !== 'Identifier',
      )
    )
      this.refuse(
        constructor,
        'a constructor of a class with a parent, whose parameters are patterns',
        'name them',
      );
    const whole = this.withUsual(constructor, args, frame);
    const above = (given: readonly Meaning[]): void => {
      this.construct(parents, frame, made, given, at);
      begin(whole);
    };
    this.constructing.push({ node, above });
    this.inlined(constructor, frame, whole, at, made);
    this.constructing.pop();
  }

  /** The arguments of a constructor, with what parameters that are fields hold usually: that is made once. */
  private withUsual(
    { params }: types.ClassMethod,
    args: readonly Meaning[],
    frame: Frame,
  ): readonly Meaning[] {
    const given = [...args];
    params.forEach((param, k) => {
      const parameter = param.type === 'TSParameterProperty' ? param.parameter : param;
      if (parameter.type !== 'AssignmentPattern') return;
      const usual = () => this.expression(parameter.right, new Frame(frame));
      given[k] = this.orElse(args[k] ?? nothing, usual, param, true);
    });
    return given;
  }

  /** The constructors that run, with what their calls of `super` do. */
  private readonly constructing: {
    readonly node: ClassNode;
    readonly above: (args: readonly Meaning[]) => void;
  }[] = [];

  /** `super(…)` as the first statement of a constructor. */
  protected superCalled(args: readonly Meaning[], at: Node): Meaning {
    const innermost = this.constructing.at(-1);
    if (innermost === undefined || homeOf(this.facts, at) !== innermost.node)
      return this.refuse(at, 'super(…) here', 'begin the constructor with it');
    innermost.above(args);
    return nothing;
  }

  /** The fields of a class, as they are declared. */
  private initialized(node: ClassNode, frame: Frame, made: RecordMeaning, at: Node): void {
    for (const member of node.body.body) {
      if (!isOwnField(member)) continue;
      const slot = made.slots.get(nameOfMember(member)!)!;
      const held =
        member.value == null ? nothing : this.expression(member.value, new Frame(frame, made));
      this.state.set(slot, held === nothing ? nothing : this.asField(held, made, slot.name, at));
    }
  }

  /** The parameters of a constructor that are fields, too. */
  private parametersAsFields(
    constructor: types.ClassMethod,
    args: readonly Meaning[],
    frame: Frame,
    made: RecordMeaning,
    at: Node,
  ): Meaning[] {
    const given = [...args];
    constructor.params.forEach((param, k) => {
      const field = fieldOf(param);
      if (field === undefined) return;
      const { parameter } = param as types.TSParameterProperty;
      const usual = parameter.type === 'AssignmentPattern' ? parameter.right : null;
      const held = usual && (() => this.expression(usual, new Frame(frame, made)));
      const found = args[k] ?? nothing;
      given[k] = this.asField(
        held === null ? found : this.orElse(found, held, param, true),
        made,
        field.name,
        at,
      );
      this.state.set(made.slots.get(field.name)!, given[k]);
    });
    return given;
  }

  /** What a field of an object holds as its type says: a new literal may be an array. */
  protected override asField(to: Meaning, of: RecordMeaning, name: string, at: Node): Meaning {
    if (of.from === undefined) return to;
    const type = this.lineOf(of.from)
      .map((node) => typeOfField(node, name))
      .find((found) => found != null);
    const shape = shapeOf(type, this.facts.classes);
    // An empty one may grow, as a list in a pool.
    const mayGrow = to.tag === 'record' && to.slots.size === 0 && this.hasPools;
    const elements = mayGrow && to.literal && shape ? elementShape(bareOf(shape)) : undefined;
    if (mayGrow && to.literal && elements) this.remedies.tell(to.literal, elements);
    const isNew = to.tag === 'record' && to.isTuple && !to.isNamed && !to.isHeld && !mayGrow;
    if (isNew && (shape?.tag === 'array' || shape?.tag === 'columns'))
      return this.arrayOf(to, name, at);
    return this.asShape(to, shape);
  }
}
