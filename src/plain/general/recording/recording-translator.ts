/**
 * A second derivative version for numeric functions, for the most common case: a gradient in
 * progress that records into the columns (§7.3). There a local real is a pair of variables, its
 * primal `x` and its Delta id `x$` (0 is `Zero`): D{R} = R × Delta without an object. Straight-line
 * code is computed natively, and only what is still needed after it gets a Let-binding, with the
 * partials of everything in between in closed form (segments.ts). A loop that only adds to a
 * variable gets one Let-binding in all.
 *
 * What is no pair (members, captured variables, values of unknown kind) is translated as usual.
 */
import type { Inference } from '../../front/inference.js';
import { isNative } from '../../front/kinds.js';
import type { Rules } from '../../front/table-partials.js';
import { constant, type Term } from '../../front/terms.js';
import {
  bare,
  type Binding,
  type Expression,
  type FunctionNode,
  type Node,
  type types,
  type Types,
} from '../../front/syntax.js';
import { rowOf } from './term-code.js';
import { mayEnd } from './direct-calls.js';
import { formulaOf } from './formulas.js';
import type { Names } from '../added-names.js';
import { pairsOf } from './recordable.js';
import { checkedWhereAssigned, passive } from './passive-terms.js';
import { unboxAll } from './loops.js';
import { Known } from './known-code.js';
import { KnownValues } from './known-values.js';
import { isComparison, isPure } from './pure.js';
import { readingOf, type Reading } from './external-reals.js';
import { Recorder, type Formula } from './recorder.js';
import { answer, recordedStatement } from './statements.js';

export class RecordingTranslator extends Recorder {
  private readonly everywhere: KnownValues;
  /** The arguments of the formula whose body is being gone through. */
  private given: ReadonlyMap<Binding, Term> = new Map();

  constructor(
    t: Types,
    inference: Inference,
    names: Names,
    rules: Rules,
    /** Parameters that the version is only used for if they are plain numbers. */
    private readonly indices: ReadonlyMap<FunctionNode, readonly Binding[]>,
    isLeftAlone: (f: FunctionNode) => boolean,
  ) {
    super(t, inference, names, rules, isLeftAlone);
    this.everywhere = new KnownValues(inference, null, new Set(), new Set(), null);
  }

  /** The statements of the version, or null if the function is not of the kind that gains by one. */
  version(f: FunctionNode, byId = this.direct.has(f)): types.Statement[] | null {
    const found = pairsOf(this.t, this.inference, f);
    if (found === null) return null;
    this.pairs = found.all;
    this.packs = found.packs;
    const indices = new Set(this.indices.get(f));
    this.known = new Known(this.inference, f, found.all, indices, this.everywhere);
    const body = f.body.type === 'BlockStatement' ? f.body.body : [this.t.returnStatement(f.body)];
    this.segments.begin();
    this.answersById = byId;
    return this.names.tentatively(
      () =>
        this.framed(() =>
          this.segments.collect(() => {
            unboxAll(this, f.params, byId);
            this.statements(body);
            if (this.answersById && mayEnd(body)) answer(this, null);
          }),
        ),
      (made) => (this.direct.has(f) || this.segments.balance.isWorthIt) && this.canBeParsed(made),
    );
  }

  /** Translates a statement into the current output. */
  statement(node: types.Statement): void {
    recordedStatement(this, node);
  }

  // ── Terms ──

  /** An expression of numbers as a term; what must happen before is put out in order. */
  term(node: Node): Term {
    const inner = bare(node);
    if (inner.type === 'NumericLiteral') return constant(inner.value);
    const given = this.given.get(this.inference.facts.bindings.get(inner)!);
    if (given !== undefined) return given;
    if (isNative(this.kind(inner))) return passive(this, inner as Expression);
    const reading = readingOf(this, inner);
    if (reading !== null) return this.read(reading);
    const pair = this.pairOf(inner);
    if (pair !== undefined) return this.segments.current(pair);
    switch (inner.type) {
      case 'BinaryExpression':
        return this.application(rowOf[inner.operator], [inner.left, inner.right], inner);
      case 'UnaryExpression':
        return inner.operator === '-'
          ? this.application('neg', [inner.argument], inner)
          : this.term(inner.argument);
      case 'CallExpression': {
        const row = this.mathRow(inner);
        return row === null
          ? this.applied(formulaOf(this, inner)!, inner.arguments)
          : this.application(row, inner.arguments, inner);
      }
      default:
        return this.choice(inner as types.ConditionalExpression);
    }
  }

  /** A real expression as one value, a number or a dual, for a place that comes next. */
  whole(node: Expression): Expression {
    const reading = this.isReal(node) ? readingOf(this, bare(node)) : null;
    return reading === null ? this.segments.boxed(this.term(node)) : reading.code();
  }

  private application(op: string, operands: readonly Node[], place: Node): Term {
    return this.segments.operation(
      op,
      operands.map((operand) => this.term(operand)),
      place.loc,
    );
  }

  private applied({ parameters, body }: Formula, args: readonly Node[]): Term {
    const outer = this.given;
    const terms = args.map((arg) => this.term(arg));
    this.given = new Map(parameters.map((parameter, k) => [parameter, terms[k]]));
    const result = this.term(body);
    this.given = outer;
    return result;
  }

  /** A real from elsewhere, taken apart into primal and id. */
  private read({ code, direct, text }: Reading): Term {
    const known = text === null ? undefined : this.segments.known(text);
    if (known !== undefined) return known;
    const ask = (name: string) => this.t.callExpression(this.names.runtime(name), [code()]);
    if (this.inPlace) return { tag: 'passive', code: direct?.value?.() ?? ask('value') };
    const { balance } = this.segments;
    if (direct === undefined) balance.lose();
    else balance.gainElement();
    const read = this.segments.read(direct?.id() ?? ask('id'));
    if (text !== null) this.segments.remember(text, read);
    return read;
  }

  /** `test ? x : y` of reals: a new pair, set in either branch. */
  private choice(node: types.ConditionalExpression): Term {
    const { t, segments } = this;
    segments.settle();
    const test = this.test(node.test);
    const result = segments.declarePair();
    const branch = (side: Expression) =>
      t.blockStatement(segments.branch(() => segments.set(result, this.term(side))));
    segments.emit(t.ifStatement(test, branch(node.consequent), branch(node.alternate)));
    return result;
  }

  /** The primal of a real expression, as native code. */
  primal(node: Expression): Expression {
    if (!this.isReal(node)) return this.of(node);
    if (isPure(this, node) || !this.inPlace)
      return this.segments.code(this.term(node), this.inPlace);
    return this.converted(
      node,
      () =>
        readingOf(this, bare(node))?.direct?.value?.() ??
        this.t.callExpression(this.names.runtime('value'), [this.of(node)]),
    );
  }

  // ── Where terms meet code that is translated as usual ──

  protected override translate(node: Node): Node {
    if (node.type === 'BinaryExpression' && isComparison(this, node)) return this.comparison(node);
    if (node.type === 'Identifier' && this.pairOf(node) !== undefined) {
      return this.segments.boxed(this.segments.current(this.pairOf(node)!), this.inPlace);
    }
    const isArithmetic =
      node.type === 'BinaryExpression' ||
      node.type === 'UnaryExpression' ||
      node.type === 'CallExpression';
    if (isArithmetic && !this.inPlace && this.isReal(node) && isPure(this, node)) {
      return this.segments.boxed(this.term(node));
    }
    return checkedWhereAssigned(this, node, this.usual(node));
  }

  private comparison(node: types.BinaryExpression): Expression {
    const sides = [node.left, node.right].map((side) =>
      isNative(this.kind(side))
        ? this.of(side as Expression)
        : this.lazily(() => this.primal(side as Expression)),
    );
    return this.ran(
      node,
      this.placed(this.t.binaryExpression(node.operator, sides[0], sides[1]), node),
    );
  }

  override test(node: Expression): Expression {
    return this.lazily(() =>
      this.isReal(node) && isPure(this, node) ? this.primal(node) : super.test(node),
    );
  }

  override key(property: Expression, translated?: Expression): Expression {
    if (translated !== undefined) return super.key(property, translated);
    if (!this.isReal(property) || !this.known.isPrimitive(property)) return super.key(property);
    // What stands beside it is evaluated in its place, and so is what may have effects.
    return isPure(this, property)
      ? this.primal(property)
      : this.lazily(() => this.primal(property));
  }
}
