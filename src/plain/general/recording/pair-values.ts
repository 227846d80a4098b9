/**
 * The values of pairs within a basic block, as terms, and the three forms in which they leave it: native code on
 * primals, a pair with an id, one boxed real.
 */
import { gradientOf, type Partials } from '../../front/term-gradient.js';
import type { TablePartials } from '../../front/table-partials.js';
import { apply, type Application, type Input, type Term } from '../../front/terms.js';
import type { Binding, Expression, Node, types, Types } from '../../front/syntax.js';
import { TermCode, LONGEST } from './term-code.js';
import { Savings } from './savings.js';
import { LetBindings, type Summand } from './let-bindings.js';
import type { AddedNames } from '../added-names.js';
import { Output } from './output.js';
import { emptyBlock, type BasicBlock } from './basic-block.js';

/** The most gradients that go through a part of a term. After that the part has a Let-binding of its own. */
const OFTEN = 8;

/** The greatest depth of terms: what goes through them calls itself. */
const DEEPEST = 250;

/** A pair of variables: a primal and its id. */
export type Pair = Input;

export class PairValues extends Output {
  protected block: BasicBlock = emptyBlock();
  protected readonly termCode: TermCode;
  readonly letBindings: LetBindings;
  /**
   * The number of bindings and calls that were put out. Each may write wide edges, so no list of summands may be
   * open meanwhile.
   */
  recordings = 0;
  readonly savings = new Savings();

  constructor(
    t: Types,
    names: AddedNames,
    private readonly tablePartials: TablePartials,
  ) {
    super(t, names);
    this.termCode = new TermCode(
      t,
      names,
      () => this.newName(),
      (name, value) => this.emit(this.declaration(name, value)),
    );
    this.letBindings = new LetBindings(t, names, this.termCode, this);
  }

  override begin(): void {
    super.begin();
    this.savings.reset();
  }

  /** Unboxes the variable `name`, which holds a real of any form. */
  unbox(name: string): void {
    const { t } = this;
    this.savings.lose();
    this.emit(
      this.declaration(
        this.names.id(name),
        t.callExpression(this.names.runtime('id'), [t.identifier(name)]),
      ),
    );
    this.emit(this.assignment(name, this.primalAt(this.names.id(name))));
  }

  /** Finds the pack of the array in the variable `name`. The pack's variable is declared if it is new. */
  pack(name: string, isNew = true): void {
    const pack = this.t.callExpression(this.names.runtime('pack'), [this.t.identifier(name)]);
    const variable = this.names.id(name);
    this.emit(isNew ? this.declaration(variable, pack) : this.assignment(variable, pack));
  }

  private primalAt(id: string): Expression {
    return this.names.inColumn('primal', id);
  }

  // ── Values ──

  /** An operation of the program. */
  operation(op: string, args: readonly Term[], place?: types.SourceLocation | null): Term {
    this.savings.gain();
    const made = this.block.sharing.note(apply(op, args, place));
    const { lengths, depths } = this.block;
    lengths.set(
      made,
      args.reduce((sum, arg) => sum + (lengths.get(arg) ?? 0), 1),
    );
    depths.set(made, 1 + Math.max(0, ...args.map((arg) => depths.get(arg) ?? 0)));
    return made;
  }

  /** Gives a term that is long a name, so that its code stands at one place, and an id to one that is deep. */
  private shorten(value: Term): void {
    const { lengths, depths } = this.block;
    if (value.tag !== 'apply') return;
    if ((depths.get(value) ?? 0) > DEEPEST) {
      this.boundPair(value);
      depths.set(value, 0);
    }
    if ((lengths.get(value) ?? 0) <= LONGEST) return;
    this.termCode.announce([value]);
    this.termCode.name(value);
    lengths.set(value, 0);
  }

  /** Adds a statement of the source to the block. */
  covers(node: Node): void {
    this.block.start = Math.min(this.block.start, node.start ?? -Infinity);
    this.block.end = Math.max(this.block.end, node.end ?? Infinity);
  }

  current(binding: Binding): Term {
    const input = this.input(binding.identifier.name);
    this.bindings.set(input, binding);
    return this.block.values.get(binding) ?? input;
  }

  private readonly inputs = new Map<string, Input>();
  /** The variables of pairs. */
  protected readonly bindings = new Map<Term, Binding>();

  /** The pair of a variable. */
  protected input(name: string): Input {
    let found = this.inputs.get(name);
    if (found === undefined) this.inputs.set(name, (found = { tag: 'input', name }));
    return found;
  }

  assign(binding: Binding, value: Term): void {
    this.hold(binding, value);
    this.shorten(value);
  }

  private hold(binding: Binding, value: Term): void {
    this.block.values.set(binding, value);
    this.block.unsettled.add(binding);
  }

  declare(binding: Binding, value: Term | null): void {
    this.block.declared.set(binding, value);
    const nothing = () => this.t.unaryExpression('void', this.t.numericLiteral(0));
    this.hold(binding, value ?? { tag: 'passive', code: nothing() });
    if (value?.tag === 'apply') value.name ??= binding.identifier.name;
    if (value !== null) this.shorten(value);
  }

  /** A new pair for a real that is given by its id. */
  read(id: Expression): Term {
    const name = this.newName();
    this.emit(this.declaration(this.names.id(name), id));
    this.emit(this.declaration(name, this.primalAt(this.names.id(name))));
    return { tag: 'input', name };
  }

  /** Notes that code was put out that may run any other, and so record. */
  mayRecord(): void {
    this.recordings++;
  }

  /** The primal of a term as native code. */
  code(term: Term, inPlace = false): Expression {
    this.termCode.announce(inPlace ? [] : [term], !inPlace);
    return this.termCode.of(term);
  }

  /** Pairs that were boxed, or whose ids others took, since the current loop began. */
  readonly escaped = new Set<string>();

  /** A term as one value, a number or a dual. */
  boxed(term: Term, inPlace = false): Expression {
    const { t } = this;
    const real = inPlace && term.tag === 'input' ? term : this.boundPair(term);
    if (real === null) return this.code(term, inPlace);
    this.savings.lose();
    this.escaped.add(real.name);
    const [name, id] = [real.name, this.names.id(real.name)];
    return t.callExpression(this.names.runtime('real'), [t.identifier(name), t.identifier(id)]);
  }

  /** A term as a primal and an id. */
  asPair(term: Term): [primal: Expression, id: Expression] {
    const { t } = this;
    const pair = this.boundPair(term);
    if (pair === null) return [this.code(term), t.numericLiteral(0)];
    this.escaped.add(pair.name);
    return [t.identifier(pair.name), t.identifier(this.names.id(pair.name))];
  }

  /** The term as a pair, bound now if it is not yet; null if it is passive. */
  protected boundPair(term: Term, wanted?: string): Pair | null {
    if (term.tag === 'input') return term;
    if (term.tag !== 'apply') return null;
    if (this.block.bound.has(term)) return { tag: 'input', name: this.termCode.name(term) };
    this.bindShared(term);
    const edges = this.summandsOf(this.gradient(term));
    if (edges.length === 0) return null;
    this.termCode.announce([term, ...edges.map(({ partial }) => partial)]);
    const name = this.termCode.name(term, wanted);
    this.onBehalf(term.place, () => this.letBindings.bind(this.names.id(name), name, edges));
    this.block.bound.set(term, this.names.id(name));
    this.savings.lose();
    this.recordings++;
    return { tag: 'input', name };
  }

  /**
   * Binds the parts of a term that the gradients of several other terms have gone through. So no part is gone
   * through more often than that, and many results of one value have few summands.
   */
  private bindShared(root: Application): void {
    const { bound, passed } = this.block;
    const isPassedOn = (term: Term): term is Application =>
      term.tag === 'apply' && term.isActive && !bound.has(term);
    const seen = new Set<Term>([root]);
    const visit = (term: Application) => {
      for (const part of term.args) {
        if (!isPassedOn(part) || seen.has(part)) continue;
        seen.add(part);
        visit(part);
        const times = (passed.get(part) ?? 0) + 1;
        passed.set(part, times);
        if (times > OFTEN) this.boundPair(part);
      }
    };
    visit(root);
  }

  protected gradient(term: Term): Partials {
    const { bound, sharing } = this.block;
    const partials = gradientOf(term, this.tablePartials, (inner) => bound.has(inner));
    return new Map([...partials].map(([input, partial]) => [input, sharing.of(partial)]));
  }

  summandsOf(partials: Iterable<[Input | Application, Term]>): Summand[] {
    return [...partials].map(([term, partial]) => ({
      id: this.block.bound.get(term) ?? this.names.id((term as Input).name),
      partial,
    }));
  }

  // ── Branches ──

  /** A new pair, to be set later. */
  declarePair(): Pair {
    const name = this.newName();
    this.emit(this.declaration(name, null));
    this.emit(this.declaration(this.names.id(name), null));
    return { tag: 'input', name };
  }

  set(real: Pair, value: Term): void {
    const [primal, id] = this.asPair(value);
    this.emit(this.assignment(real.name, primal));
    this.emit(this.assignment(this.names.id(real.name), id));
  }

  /** Statements of a branch within an expression. Facts that become known in the branch are forgotten after it. */
  branch(body: () => void): types.Statement[] {
    return this.block.bound.within(() => this.collect(() => this.termCode.inBlock(body)));
  }

  /** Gives the terms of all pairs a name and an id, so that branches can use them. */
  settle(): void {
    const { values, unsettled } = this.block;
    for (const binding of unsettled) {
      const pair = this.boundPair(values.get(binding)!);
      if (pair !== null) values.set(binding, pair);
    }
    unsettled.clear();
  }
}
