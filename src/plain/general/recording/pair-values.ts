/**
 * The values of pairs within straight-line code, as terms, and their way out: as native code on
 * primals, as a pair with an id, as one real.
 */
import { gradientOf, type Partials } from '../../front/term-gradient.js';
import type { Rules } from '../../front/table-partials.js';
import { apply, type Application, type Input, type Term } from '../../front/terms.js';
import type { Binding, Expression, Node, types, Types } from '../../front/syntax.js';
import { Code, LONGEST } from './term-code.js';
import { Balance } from './savings.js';
import { Edges, type Edge } from './let-bindings.js';
import type { Names } from '../added-names.js';
import { Output } from './output.js';
import { empty, type Segment } from './basic-block.js';

/** How many gradients may go through the same part of a term before it has a Let-binding of its own. */
const OFTEN = 8;

/** A pair of variables: a primal and its id. */
export type Real = Input;

export class Values extends Output {
  protected now: Segment = empty();
  protected readonly code_: Code;
  readonly edges: Edges;
  /** How many bindings and calls were put out, after which the list of edges may have grown. */
  recordings = 0;
  readonly balance = new Balance();

  constructor(
    t: Types,
    names: Names,
    private readonly rules: Rules,
  ) {
    super(t, names);
    this.code_ = new Code(
      t,
      names,
      () => this.fresh(),
      (name, value) => this.emit(this.declaration(name, value)),
    );
    this.edges = new Edges(t, names, this.code_, this);
  }

  override begin(): void {
    super.begin();
    this.balance.reset();
  }

  /** Takes the variable `name` apart, which holds a real of any form. */
  unbox(name: string): void {
    const { t } = this;
    this.balance.lose();
    this.emit(
      this.declaration(
        this.names.id(name),
        t.callExpression(this.names.runtime('id'), [t.identifier(name)]),
      ),
    );
    this.emit(this.assignment(name, this.primalAt(this.names.id(name))));
  }

  /** The pack of the array in the variable `name`, anew or again. */
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
    this.balance.gain();
    const made = this.now.sharing.note(apply(op, args, place));
    const { lengths } = this.now;
    lengths.set(
      made,
      args.reduce((sum, arg) => sum + (lengths.get(arg) ?? 0), 1),
    );
    return made;
  }

  /** What a pair holds is long code at one place only. */
  private shorten(value: Term): void {
    const { lengths } = this.now;
    if (value.tag !== 'apply' || (lengths.get(value) ?? 0) <= LONGEST) return;
    this.code_.announce([value]);
    this.code_.name(value);
    lengths.set(value, 0);
  }

  /** Statements of the source from here on belong to the segment. */
  covers(node: Node): void {
    this.now.start = Math.min(this.now.start, node.start ?? -Infinity);
    this.now.end = Math.max(this.now.end, node.end ?? Infinity);
  }

  current(binding: Binding): Term {
    const input = this.input(binding.identifier.name);
    this.bindings.set(input, binding);
    return this.now.values.get(binding) ?? input;
  }

  private readonly inputs = new Map<string, Input>();
  /** The variables that pairs are, where their names are seen. */
  protected readonly bindings = new Map<Term, Binding>();

  /** The pair that a variable is. */
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
    this.now.values.set(binding, value);
    this.now.unsettled.add(binding);
  }

  declare(binding: Binding, value: Term | null): void {
    this.now.declared.set(binding, value);
    const nothing = () => this.t.unaryExpression('void', this.t.numericLiteral(0));
    this.hold(binding, value ?? { tag: 'passive', code: nothing() });
    if (value?.tag === 'apply') value.name ??= binding.identifier.name;
    if (value !== null) this.shorten(value);
  }

  /** A real from elsewhere, by its id, as a new pair. */
  read(id: Expression): Term {
    const name = this.fresh();
    this.emit(this.declaration(this.names.id(name), id));
    this.emit(this.declaration(name, this.primalAt(this.names.id(name))));
    return { tag: 'input', name };
  }

  known = (text: string): Term | undefined => this.now.reads.get(text);

  remember(text: string, read: Term): void {
    this.now.reads.set(text, read);
  }

  /** Something happened that may have changed members, and recorded. */
  happened(): void {
    this.now.reads.clear();
    this.recordings++;
  }

  /** The primal of a term as native code. */
  code(term: Term, inPlace = false): Expression {
    this.code_.announce(inPlace ? [] : [term], !inPlace);
    return this.code_.of(term);
  }

  /** Pairs that were made one value, or whose ids others took, since the current loop began. */
  readonly wholes = new Set<string>();

  /** A term as one value: a number or a dual. */
  boxed(term: Term, inPlace = false): Expression {
    const { t } = this;
    const real = inPlace && term.tag === 'input' ? term : this.bound(term);
    if (real === null) return this.code(term, inPlace);
    this.balance.lose();
    this.wholes.add(real.name);
    const [name, id] = [real.name, this.names.id(real.name)];
    return t.callExpression(this.names.runtime('real'), [t.identifier(name), t.identifier(id)]);
  }

  /** A term as a primal and an id. */
  taken(term: Term): [primal: Expression, id: Expression] {
    const { t } = this;
    const pair = this.bound(term);
    if (pair === null) return [this.code(term), t.numericLiteral(0)];
    this.wholes.add(pair.name);
    return [t.identifier(pair.name), t.identifier(this.names.id(pair.name))];
  }

  /** The term as a pair, bound now if it is not yet; null if it is passive. */
  protected bound(term: Term, wanted?: string): Real | null {
    if (term.tag === 'input') return term;
    if (term.tag !== 'apply') return null;
    if (this.now.bound.has(term)) return { tag: 'input', name: this.code_.name(term) };
    this.bindShared(term);
    const edges = this.edgesOf(this.gradient(term));
    if (edges.length === 0) return null;
    this.code_.announce([term, ...edges.map(({ partial }) => partial)]);
    const name = this.code_.name(term, wanted);
    this.onBehalf(term.place, () => this.edges.bind(this.names.id(name), name, edges));
    this.now.bound.set(term, this.names.id(name));
    this.balance.lose();
    this.recordings++;
    return { tag: 'input', name };
  }

  /**
   * Binds the parts of a term that the gradients of several others have gone through: so no part is gone
   * through more often than that, and many results of one value have few edges.
   */
  private bindShared(root: Application): void {
    const { bound, passed } = this.now;
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
        if (times > OFTEN) this.bound(part);
      }
    };
    visit(root);
  }

  protected gradient(term: Term): Partials {
    const { bound, sharing } = this.now;
    const partials = gradientOf(term, this.rules, (inner) => bound.has(inner));
    return new Map([...partials].map(([input, partial]) => [input, sharing.of(partial)]));
  }

  edgesOf(partials: Iterable<[Input | Application, Term]>): Edge[] {
    return [...partials].map(([term, partial]) => ({
      id: this.now.bound.get(term) ?? this.names.id((term as Input).name),
      partial,
    }));
  }

  // ── Branches ──

  /** A new pair, to be set later. */
  declarePair(): Real {
    const name = this.fresh();
    this.emit(this.declaration(name, null));
    this.emit(this.declaration(this.names.id(name), null));
    return { tag: 'input', name };
  }

  set(real: Real, value: Term): void {
    const [primal, id] = this.taken(value);
    this.emit(this.assignment(real.name, primal));
    this.emit(this.assignment(this.names.id(real.name), id));
  }

  /** Statements of a branch within an expression: what becomes known in it is forgotten after. */
  branch(body: () => void): types.Statement[] {
    const { reads, bound } = this.now;
    return reads.within(() => bound.within(() => this.collect(() => this.code_.inBlock(body))));
  }

  /** Gives everything that pairs hold a name and an id, so that branches can use it. */
  settle(): void {
    const { values, unsettled } = this.now;
    for (const binding of unsettled) {
      const pair = this.bound(values.get(binding)!);
      if (pair !== null) values.set(binding, pair);
    }
    unsettled.clear();
  }
}
