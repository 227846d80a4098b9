/**
 * The translator that every part of the translation is given: the way back to the translation of any
 * node (`of`), and the means to build code. A translation consists of copies of the original's parts,
 * calls of the runtime in their places, and temporaries for values that are used twice.
 */
import type { Inference } from '../front/inference.js';
import { isNative, isObject, type Kind } from '../front/kinds.js';
import {
  bare,
  isFunction,
  type Binding,
  type Expression,
  type FunctionNode,
  type Node,
  type types,
  type Types,
} from '../front/syntax.js';
import type { AddedNames } from './added-names.js';
import { canBeParsed, splitDeep } from './deep-code.js';
import { MadeDeclarations } from './made-declarations.js';
import { isMadeIn } from './new-objects.js';
import type { OutlivingVariables } from './outliving-variables.js';
import { started } from './started-generators.js';
import { VersionCaches } from './version-caches.js';

/** Assertions of TypeScript around expressions. Other nodes of TypeScript stay as they are. */
const assertion = /^TS((As|NonNull|Satisfies|Instantiation)Expression|TypeAssertion)$/;

/** The place where temporaries are declared, for the code that is being made. */
interface Frame {
  /** The number of temporaries in the frames around it. */
  readonly before: number;
  readonly temporaries: string[];
}

export abstract class Translator {
  /** The number of changes. A function without changes needs no version. */
  changes = 0;
  /** For parts of the module, as far as this was asked: true if they have assignments in them. */
  readonly assigning = new Map<Node, boolean>();
  private frame: Frame | null = null;

  constructor(
    readonly t: Types,
    readonly inference: Inference,
    readonly names: AddedNames,
    /** True if a function stays as it is. */
    readonly isLeftAlone: (f: FunctionNode) => boolean,
    private readonly outliving: OutlivingVariables,
  ) {}

  /** The function whose version is being made, and the innermost one in it. */
  private root: FunctionNode | null = null;
  protected current: FunctionNode | null = null;

  /** Translates the body of a function. */
  within<T>(f: FunctionNode, make: () => T): T {
    const { root, current } = this;
    this.root ??= f;
    this.current = f;
    try {
      return make();
    } finally {
      this.root = root;
      this.current = current;
    }
  }

  /** The statements with which the version of the current function begins. */
  beginning(): types.Statement[] {
    const { t, root, outliving } = this;
    const f = this.current!;
    const questions = outliving.questions(f, root);
    const begun = f === root ? [] : started(t, this.names, f, this.inference.facts.uses.get(f)!);
    this.changes += begun.length + questions.length;
    return [
      ...[...begun, ...questions].map((one) => t.expressionStatement(one)),
      ...outliving.marks(f, root),
      ...outliving.suspensions.marks(f),
    ];
  }

  /** The lists of the loops around, which may go on when the run has ended. */
  private readonly lists: string[] = [];

  /** The value that is given away where the current function suspends: `$kept(value, …)`, with what it keeps. */
  suspended(value: Expression, node: Node): Expression {
    const { root, current, outliving, lists } = this;
    if (root === null || current === null) return value;
    const places = outliving.placesAt(current, root, node);
    if (lists.length > 0) places.push(...lists.map((name) => outliving.settlingOf([name])));
    if (places.length === 0) return value;
    this.changes++;
    return this.placed(outliving.suspensions.keeping(value, places), node);
  }

  /** An expression that suspends: what it gives, after the questions that the function began with. */
  resumed(made: Expression, node: Node): Expression {
    const { root, current, outliving } = this;
    if (root === null || current === null) return made;
    const questions = outliving.questions(current, root);
    if (questions.length === 0 && node.type !== 'AwaitExpression') return made;
    return this.runtime('resumed', [made, ...questions], node);
  }

  /** A loop over a list: if it suspends, the list is a variable meanwhile. */
  overList<T>(list: Expression, loop: Node, make: (list: Expression) => T): T {
    const { root, current, outliving, lists } = this;
    const isSuspended =
      root !== null && current !== null && outliving.suspensions.hasInside(current, loop);
    if (!isSuspended) return make(list);
    const variable = this.temporary();
    lists.push(variable.name);
    try {
      return make(this.store(variable, list));
    } finally {
      lists.pop();
    }
  }

  /** The caches of the function whose version is being made; null if there is none. */
  get caches(): VersionCaches | null {
    const { root, current, t } = this;
    if (root === null || current === null) return null;
    const isOutside = (binding: Binding) => this.outliving.isOutside(binding, root);
    return new VersionCaches(t, this.inference.facts, isOutside, current);
  }

  readonly declarations = new MadeDeclarations();

  /** The frame that temporaries belong to now. */
  get place(): unknown {
    return this.frame;
  }

  /** True if a constant has to be a variable in a version. */
  isSettled(declaration: types.VariableDeclaration): boolean {
    return this.root !== null && this.outliving.isSettled(declaration);
  }

  /** True if an object was certainly made in the same call of the function, and so in the same run. */
  isNew(object: Node): boolean {
    return this.current !== null && isMadeIn(this.inference, this.current, object);
  }

  /** An argument. It is `$made(object)` if it names an object that is new (core/left-behind.ts). */
  handed<T extends Node>(node: T): T {
    const { type } = bare(node);
    const isNamed = type === 'Identifier' || type === 'ThisExpression';
    return isNamed ? this.marked(node, this.of(node)) : this.of(node);
  }

  /** `$made(object)` if it is new. */
  marked<T extends Node>(node: T, translated: T): T {
    return this.isNew(node) ? (this.runtime('made', [translated], node) as Node as T) : translated;
  }

  kind(node: Node): Kind {
    return this.inference.of(node);
  }

  /** A call of the runtime, at the place of a node of the source. */
  runtime(name: string, args: readonly Node[], place: Node): types.CallExpression {
    this.changes++;
    return this.placed(
      this.t.callExpression(this.names.runtime(name), args as Expression[]),
      place,
    );
  }

  placed<T extends Node>(made: T, place: Node): T {
    made.loc = place.loc ?? null;
    return made;
  }

  /** A variable for a value that is used twice. */
  temporary(): types.Identifier {
    const { before, temporaries } = this.frame!;
    const name = this.names.temporary(before + temporaries.length + 1);
    temporaries.push(name);
    return this.t.identifier(name);
  }

  /** The translation of an object, for a place where it is evaluated, and what names it again. */
  twice(translated: Expression, object: Node): readonly [Expression, Expression] {
    const { t } = this;
    if (object.type === 'Super') return [translated, t.thisExpression()];
    if (translated.type === 'Identifier' || translated.type === 'ThisExpression')
      return [translated, t.cloneNode(translated)];
    const variable = this.temporary();
    return [this.store(variable, translated), t.cloneNode(variable)];
  }

  store(variable: types.Identifier, value: Expression): types.AssignmentExpression {
    return this.t.assignmentExpression('=', this.t.cloneNode(variable), value);
  }

  /** The translation of any node. */
  of<T extends Node>(node: T): T {
    return this.translate(node) as T;
  }

  protected abstract translate(node: Node): Node;

  /** The translation of statements in a row. */
  abstract inSequence(list: readonly types.Statement[]): types.Statement[];

  /** The translation of an expression that is used as a truth value. */
  abstract test(node: Expression): Expression;

  /** A translated value as a truth value. */
  truth(original: Expression, translated: Expression): Expression {
    const kind = this.kind(original);
    return isNative(kind) || isObject(kind) || isFunction(bare(original))
      ? translated
      : this.runtime('truthy', [translated], original);
  }

  /** A key of a property. */
  key(property: Expression, translated = this.of(property)): Expression {
    return isNative(this.kind(property)) ? translated : this.runtime('key', [translated], property);
  }

  /** The key of a property in braces. */
  name(property: Expression): Expression {
    const translated = this.of(property);
    return isNative(this.kind(property))
      ? translated
      : this.runtime('name', [translated], property);
  }

  /** A copy of a node with translated children. */
  children<T extends Node>(node: T): T {
    if (node.type.startsWith('TS') && !assertion.test(node.type)) {
      return this.t.cloneNode(node);
    }
    const copy = this.t.cloneNode(node, false);
    for (const key of this.t.VISITOR_KEYS[node.type] ?? []) {
      const slots = copy as unknown as Record<string, unknown>;
      const child = slots[key] as Node | (Node | null)[] | null | undefined;
      if (Array.isArray(child))
        slots[key] = child.map((item) => (item === null ? null : this.of(item)));
      else if (child != null) slots[key] = this.of(child);
    }
    return copy;
  }

  /** An expression in a place where no variables can be declared. */
  enclosed(translate: () => Expression): Expression {
    const { t } = this;
    const { frame, made: value } = this.inFrame(() => this.inParts(translate()));
    if (frame.temporaries.length === 0) return value;
    const body = t.blockStatement([this.declaration(frame), t.returnStatement(value)]);
    return t.callExpression(t.arrowFunctionExpression([], body), []);
  }

  private declaration({ temporaries }: Frame): types.VariableDeclaration {
    const { t } = this;
    return t.variableDeclaration(
      'let',
      temporaries.map((name) => t.variableDeclarator(t.identifier(name))),
    );
  }

  /** The statements of a body, with the temporaries they need. */
  body(block: types.BlockStatement): types.BlockStatement {
    const copy = this.t.cloneNode(block, false);
    copy.directives = block.directives.map((directive) => this.t.cloneNode(directive));
    copy.body = this.framed(() => this.inSequence(block.body));
    return copy;
  }

  /** Statements in which temporaries may be used. */
  protected framed(make: () => types.Statement[]): types.Statement[] {
    const { frame, made } = this.inFrame(() => make().map((statement) => this.inParts(statement)));
    return frame.temporaries.length === 0 ? made : [this.declaration(frame), ...made];
  }

  private inFrame<T>(make: () => T): { readonly frame: Frame; readonly made: T } {
    const outer = this.frame;
    const before = outer === null ? 0 : outer.before + outer.temporaries.length;
    const frame: Frame = { before, temporaries: [] };
    this.frame = frame;
    try {
      return { frame, made: make() };
    } finally {
      this.frame = outer;
    }
  }

  /** Splits code that is too deep for engines. Ordinary modules are spared this walk. */
  private inParts<T extends Node>(made: T): T {
    return this.inference.facts.isDeep ? splitDeep(this.t, made, () => this.temporary()) : made;
  }

  /** True if engines can parse the statements: branches cannot be split. */
  protected canBeParsed(made: readonly types.Statement[]): boolean {
    return !this.inference.facts.isDeep || canBeParsed(this.t, made);
  }
}
