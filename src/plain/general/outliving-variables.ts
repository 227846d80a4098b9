/**
 * Variables that may hold duals when a run is over (core/left-behind.ts):
 *
 * - those of the module, and of functions around that are called outside of derivatives, which a version assigns. The
 *   version notes them where it begins: `$noted1 === $mode.run || ($noted1 = $assigns(($s) => { last = $s(last); }));`
 * - those of a version that a function inside of it uses, as that may be called when the run is over. It settles them
 *   where it begins: `$mode.on || $outlived(($s) => { y = $s(y); });` If it assigns some, a later run may put its own
 *   duals there: `$run1 === $mode.run || $outlived(…)`, where `$run1` is the run in which the function was made.
 *
 * Callbacks of methods of arrays are called while the method is, and need no such question.
 */
import type { Facts } from '../front/facts.js';
import type { Inference } from '../front/inference.js';
import { isNative } from '../front/kinds.js';
import {
  bare,
  isFunction,
  nameOfKey,
  type Binding,
  type Expression,
  type FunctionNode,
  type Node,
  type NodePath,
  type types,
  type Types,
} from '../front/syntax.js';
import type { AddedNames } from './added-names.js';
import { canBeSuspended, Suspensions } from './suspensions.js';
import { FunctionNesting } from './function-nesting.js';

/** Methods of arrays that call a function and forget it. */
const calling = new Set([
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'reduceRight',
  'some',
  'sort',
  'toSorted',
]);

type OfFunctions = Map<FunctionNode, Set<Binding>>;

interface Variables {
  /** Those declared in a function around, by the functions that use them, also deep inside. */
  readonly used: OfFunctions;
  /** The same of those that are assigned. */
  readonly assigned: OfFunctions;
  /** Those declared outside, by the functions that assign them themselves. */
  readonly assignedThere: OfFunctions;
  /** Declarations of constants that a function uses which is called later. */
  readonly constants: Set<Node>;
}

export class OutlivingVariables {
  private readonly facts: Facts;
  private readonly nesting: FunctionNesting;
  readonly suspensions: Suspensions;
  private known: Variables | undefined;
  /** The variables of the module that say in which run a function has noted what it assigns. */
  private readonly flags = new Map<FunctionNode, string>();

  constructor(
    private readonly t: Types,
    private readonly inference: Inference,
    private readonly names: AddedNames,
  ) {
    this.facts = inference.facts;
    this.nesting = new FunctionNesting(this.facts.functions);
    this.suspensions = new Suspensions(t, names, this.facts, (binding) =>
      this.mayHoldDuals(binding),
    );
  }

  /** `var $noted1, …;` */
  declarations(): types.Statement[] {
    const { t } = this;
    if (this.flags.size === 0) return [];
    const names = [...this.flags.values()];
    return [
      t.variableDeclaration(
        'var',
        names.map((name) => t.variableDeclarator(t.identifier(name))),
      ),
    ];
  }

  /** True if a constant has to be a variable, to be settled. */
  isSettled(declaration: types.VariableDeclaration): boolean {
    return declaration.kind === 'const' && this.variables.constants.has(declaration);
  }

  /** The expressions with which a function begins, in the version of `root`; it may be that version. */
  questions(f: FunctionNode, root: FunctionNode | null): Expression[] {
    const { assignedThere } = this.variables;
    const outside = [...(assignedThere.get(f) ?? [])];
    const ofModule = outside.filter((binding) => this.facts.ownerOf(binding) === null);
    const ofOthers = outside.filter(
      (binding) => !ofModule.includes(binding) && this.isOutside(binding, root),
    );
    return [
      ...(ofModule.length === 0 ? [] : [this.noted(f, ofModule)]),
      ...(ofOthers.length === 0 ? [] : [this.call('assigns', [this.settling(ofOthers)])]),
      ...this.outlived(f, root),
    ];
  }

  /** `const $run1 = $mode.run;` for functions inside that ask for it. */
  marks(f: FunctionNode, root: FunctionNode | null): types.Statement[] {
    const { t } = this;
    const inside = this.nesting.inside(f);
    if (!inside.some((one) => this.asksForRun(one, root))) return [];
    const mark = t.variableDeclarator(t.identifier(this.markOf(f)), this.mode('run'));
    return [t.variableDeclaration('const', [mark])];
  }

  /** The settlers of the variables that a function of the version of `root` has where it suspends. */
  placesAt(f: FunctionNode, root: FunctionNode | null, node: Node): Expression[] {
    const own = this.suspensions.at(f, node);
    return [...own, ...this.ofVersion(f, root)].map((binding) => this.settling([binding]));
  }

  /** True if a variable is older than each call of the version of `root`. */
  isOutside(binding: Binding, root: FunctionNode | null): boolean {
    const owner = this.facts.ownerOf(binding);
    return owner === null || !this.nesting.isInside(owner, root);
  }

  private noted(f: FunctionNode, bindings: readonly Binding[]): Expression {
    const { t } = this;
    let flag = this.flags.get(f);
    if (flag === undefined) {
      flag = this.names.version(this.names.localOf('noted'));
      this.flags.set(f, flag);
    }
    const noting = t.assignmentExpression(
      '=',
      t.identifier(flag),
      this.call('assigns', [this.settling(bindings)]),
    );
    return t.logicalExpression(
      '||',
      t.binaryExpression('===', t.identifier(flag), this.mode('run')),
      noting,
    );
  }

  private outlived(f: FunctionNode, root: FunctionNode | null): Expression[] {
    const { t } = this;
    if (f === root) return [];
    const own = this.ofVersion(f, root);
    const isReceiver =
      f.type === 'ArrowFunctionExpression' &&
      this.facts.uses.get(f)!.receiver &&
      this.nesting.isInside(this.nesting.around(f), root) &&
      !this.isOnlyCalled(f);
    if (own.length === 0 && !isReceiver) return [];
    const test = this.asksForRun(f, root)
      ? t.binaryExpression(
          '===',
          t.identifier(this.markOf(this.nesting.around(f)!)),
          this.mode('run'),
        )
      : this.mode('on');
    const settlers = own.map((binding) => this.settling([binding]));
    if (isReceiver) settlers.push(this.settler([this.settled(t.thisExpression())]));
    return [t.logicalExpression('||', test, this.call('outlived', settlers))];
  }

  /** The variables of the version of `root` that a function uses which may outlive the run. */
  private ofVersion(f: FunctionNode, root: FunctionNode | null): Binding[] {
    if (root === null || f === root || this.isOnlyCalled(f)) return [];
    return [...(this.variables.used.get(f) ?? [])].filter((binding) =>
      this.nesting.isInside(this.facts.ownerOf(binding), root),
    );
  }

  private asksForRun(f: FunctionNode, root: FunctionNode | null): boolean {
    const assigned = this.variables.assigned.get(f);
    return assigned !== undefined && this.ofVersion(f, root).some((one) => assigned.has(one));
  }

  private markOf(f: FunctionNode): string {
    let depth = 1;
    for (let g = this.nesting.around(f); g !== null; g = this.nesting.around(g)) depth++;
    return this.names.localOf(`run${depth}`);
  }

  /**
   * True if a function is called where it is written, or by a method of an array, and by nobody later.
   */
  private isOnlyCalled(f: FunctionNode): boolean {
    const call = this.facts.callbacks.get(f);
    const callee = call && bare(call.callee);
    if (callee?.type !== 'MemberExpression') return false;
    const name = nameOfKey(callee.property, callee.computed);
    return calling.has(name ?? '') && this.inference.of(callee.object).tag === 'list';
  }

  private get variables(): Variables {
    return (this.known ??= this.find());
  }

  private find(): Variables {
    const found: Variables = {
      used: new Map(),
      assigned: new Map(),
      assignedThere: new Map(),
      constants: new Set(),
    };
    const note = (to: OfFunctions, f: FunctionNode, binding: Binding) => {
      const known = to.get(f);
      if (known === undefined) to.set(f, new Set([binding]));
      else known.add(binding);
    };
    for (const binding of new Set(this.facts.bindings.values())) {
      if (binding === undefined || !this.mayHoldDuals(binding)) continue;
      const owner = this.facts.ownerOf(binding);
      if (binding.kind === 'const' && owner !== null && canBeSuspended(owner))
        found.constants.add(binding.path.parent);
      const visit = (path: NodePath, isAssigned: boolean) => {
        let f = this.nesting.over(path);
        if (isAssigned && f !== null && f !== owner) note(found.assignedThere, f, binding);
        if (owner === null) return;
        for (; f !== null && f !== owner; f = this.nesting.around(f)) {
          note(found.used, f, binding);
          if (binding.kind === 'const' && !this.isOnlyCalled(f))
            found.constants.add(binding.path.parent);
          if (isAssigned) note(found.assigned, f, binding);
        }
      };
      for (const path of binding.referencePaths) visit(path, false);
      for (const path of binding.constantViolations) visit(path, true);
    }
    return found;
  }

  /** True if a variable may hold duals, and can be assigned in a version. */
  private mayHoldDuals(binding: Binding): boolean {
    const { kind, path, constant } = binding;
    const { node } = path;
    if (kind === 'module' || kind === 'local' || node.type.startsWith('TS')) return false;
    if (kind === 'const' && (!constant || isUsing(path.parent))) return false;
    const isFixed = constant && (isFunction(node) || node.type.startsWith('Class'));
    const isNamed = constant && node.type === 'VariableDeclarator' && isFunction(node.init);
    return !isFixed && !isNamed && !isNative(this.inference.ofBinding(binding));
  }

  // ── Code ──

  private mode(name: 'on' | 'run'): Expression {
    const { t } = this;
    return t.memberExpression(this.names.runtime('mode'), t.identifier(name));
  }

  private call(name: string, args: Expression[]): Expression {
    return this.t.callExpression(this.names.runtime(name), args);
  }

  private settled(value: Expression): Expression {
    const { t } = this;
    return t.callExpression(t.identifier(this.names.localOf('s')), [value]);
  }

  /** `($s) => { y = $s(y); }` */
  settlingOf(names: readonly string[]): Expression {
    const { t } = this;
    return this.settler(
      names.map((name) =>
        t.assignmentExpression('=', t.identifier(name), this.settled(t.identifier(name))),
      ),
    );
  }

  private settling(bindings: readonly Binding[]): Expression {
    return this.settlingOf(bindings.map(({ identifier: { name } }) => name));
  }

  private settler(expressions: readonly Expression[]): Expression {
    const { t } = this;
    return t.arrowFunctionExpression(
      [t.identifier(this.names.localOf('s'))],
      t.blockStatement(expressions.map((one) => t.expressionStatement(one))),
    );
  }
}

const isUsing = (declaration: Node): boolean =>
  declaration.type === 'VariableDeclaration' && /using/.test(declaration.kind);
