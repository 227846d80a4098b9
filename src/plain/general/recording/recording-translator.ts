/**
 * A second derivative version for numeric functions. It serves the most common case, a gradient in progress that
 * records into the columns (§7.3). A local real is a pair of variables there, its primal `x` and its Delta id
 * `x$` (0 is `Zero`): D{R} = R × Delta without an object. Straight-line code is computed natively. Only a value
 * that is still needed after it gets a Let-binding, with the partials of everything in between in closed form
 * (block-writer.ts). A loop that only adds to a variable gets one Let-binding in all.
 *
 * Everything that is no pair (members, captured variables, values of unknown kind) is translated as in the
 * general version.
 */
import type { Inference } from '../../front/inference.js';
import { isNative } from '../../front/kinds.js';
import type { TablePartials } from '../../front/table-partials.js';
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
import { formulaOf } from './formulas.js';
import type { AddedNames } from '../added-names.js';
import type { OutlivingVariables } from '../outliving-variables.js';
import { recordedVariables } from './recordable.js';
import { checkedWhereAssigned, passiveTerm } from './passive-terms.js';
import { unboxAll } from './loops.js';
import { KnownCode } from './known-code.js';
import { KnownValues } from './known-values.js';
import { isComparison, isPure } from './pure.js';
import { externalReal, type ExternalReal } from './external-reals.js';
import { Recorder, type Formula } from './recorder.js';
import { recordedStatement } from './statements.js';

export class RecordingTranslator extends Recorder {
  private readonly everywhere: KnownValues;
  /** The arguments of the formula whose body is being translated. */
  private given: ReadonlyMap<Binding, Term> = new Map();

  constructor(
    t: Types,
    inference: Inference,
    names: AddedNames,
    tablePartials: TablePartials,
    /** Parameters that the guard asks whether they are plain numbers. */
    private readonly indices: ReadonlyMap<FunctionNode, readonly Binding[]>,
    isLeftAlone: (f: FunctionNode) => boolean,
    outliving: OutlivingVariables,
  ) {
    super(t, inference, names, tablePartials, isLeftAlone, outliving);
    this.everywhere = new KnownValues(inference, null, new Set(), new Set(), null);
  }

  /** Functions that get no such version. */
  readonly leftOut = new Set<FunctionNode>();

  /** The statements of the version; null if the function would not gain by one, or if there is no telling the partials. */
  version(f: FunctionNode): types.Statement[] | null {
    if (this.leftOut.has(f) || !this.tablePartials.haveArithmetic) return null;
    const found = recordedVariables(this.t, this.inference, f);
    if (found === null) return null;
    this.pairs = found.pairs;
    this.packs = found.packs;
    const indices = new Set(this.indices.get(f));
    this.known = new KnownCode(this.inference, f, found.pairs, indices, this.everywhere);
    const body = f.body.type === 'BlockStatement' ? f.body.body : [this.t.returnStatement(f.body)];
    this.writer.begin();
    return this.names.tentatively(
      () =>
        this.within(f, () => [
          ...this.beginning(),
          ...this.framed(() =>
            this.writer.collect(() => {
              unboxAll(this, f.params);
              this.statements(body);
            }),
          ),
        ]),
      (made) => this.writer.savings.isWorthIt && this.canBeParsed(made),
    );
  }

  /** Translates a statement into the current output. */
  statement(node: types.Statement): void {
    recordedStatement(this, node);
  }

  // ── Terms ──

  /** An expression of numbers as a term. Code that has to run before is put out in order. */
  term(node: Node): Term {
    const inner = bare(node);
    if (inner.type === 'NumericLiteral') return constant(inner.value);
    const given = this.given.get(this.inference.facts.bindings.get(inner)!);
    if (given !== undefined) return given;
    if (isNative(this.kind(inner))) return passiveTerm(this, inner as Expression);
    const reading = externalReal(this, inner);
    if (reading !== null) return this.readExternal(reading);
    const pair = this.pairOf(inner);
    if (pair !== undefined) return this.writer.current(pair);
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
          ? this.appliedFormula(formulaOf(this, inner)!, inner.arguments)
          : this.application(row, inner.arguments, inner);
      }
      default:
        return this.choice(inner as types.ConditionalExpression);
    }
  }

  /** A real expression as one value, a number or a dual, for a place that comes next. */
  boxed(node: Expression): Expression {
    const reading = this.isReal(node) ? externalReal(this, bare(node)) : null;
    return reading === null ? this.writer.boxed(this.term(node)) : reading.code();
  }

  private application(op: string, operands: readonly Node[], place: Node): Term {
    return this.writer.operation(
      op,
      operands.map((operand) => this.term(operand)),
      place.loc,
    );
  }

  private appliedFormula({ parameters, body }: Formula, args: readonly Node[]): Term {
    const outer = this.given;
    const terms = args.map((arg) => this.term(arg));
    this.given = new Map(parameters.map((parameter, k) => [parameter, terms[k]]));
    const result = this.term(body);
    this.given = outer;
    return result;
  }

  /** An external real as a pair. */
  private readExternal({ code, direct }: ExternalReal): Term {
    const call = (name: string) => this.t.callExpression(this.names.runtime(name), [code()]);
    if (this.inPlace) return { tag: 'passive', code: direct?.value() ?? call('value') };
    const { savings } = this.writer;
    if (direct === undefined) savings.lose();
    else savings.gainElement();
    return this.writer.read(direct?.id() ?? call('id'));
  }

  /** `test ? x : y` of reals: a new pair, which is set in either branch. */
  private choice(node: types.ConditionalExpression): Term {
    const { t, writer } = this;
    writer.settle();
    const test = this.test(node.test);
    const result = writer.declarePair();
    const branch = (side: Expression) =>
      t.blockStatement(writer.branch(() => writer.set(result, this.term(side))));
    writer.emit(t.ifStatement(test, branch(node.consequent), branch(node.alternate)));
    return result;
  }

  /** The primal of a real expression, as native code. */
  primal(node: Expression): Expression {
    if (!this.isReal(node)) return this.of(node);
    if (isPure(this, node) || !this.inPlace) return this.writer.code(this.term(node), this.inPlace);
    return this.noteConversion(
      node,
      () =>
        externalReal(this, bare(node))?.direct?.value() ??
        this.t.callExpression(this.names.runtime('value'), [this.of(node)]),
    );
  }

  // ── Where terms meet code that is translated as usual ──

  protected override translate(node: Node): Node {
    if (node.type === 'BinaryExpression' && isComparison(this, node)) return this.comparison(node);
    if (node.type === 'Identifier' && this.pairOf(node) !== undefined) {
      return this.writer.boxed(this.writer.current(this.pairOf(node)!), this.inPlace);
    }
    const isArithmetic =
      node.type === 'BinaryExpression' ||
      node.type === 'UnaryExpression' ||
      node.type === 'CallExpression';
    if (isArithmetic && !this.inPlace && this.isReal(node) && isPure(this, node)) {
      return this.writer.boxed(this.term(node));
    }
    return checkedWhereAssigned(this, node, this.asGeneral(node));
  }

  private comparison(node: types.BinaryExpression): Expression {
    const sides = [node.left, node.right].map((side) =>
      isNative(this.kind(side))
        ? this.of(side as Expression)
        : this.lazily(() => this.primal(side as Expression)),
    );
    return this.placed(this.t.binaryExpression(node.operator, sides[0], sides[1]), node);
  }

  override test(node: Expression): Expression {
    return this.lazily(() =>
      this.isReal(node) && isPure(this, node) ? this.primal(node) : super.test(node),
    );
  }

  override key(property: Expression, translated?: Expression): Expression {
    if (translated !== undefined) return super.key(property, translated);
    if (!this.isReal(property) || !this.known.isPrimitive(property)) return super.key(property);
    // Code beside the key is evaluated in its place, and so is code that may have effects.
    return isPure(this, property)
      ? this.primal(property)
      : this.lazily(() => this.primal(property));
  }
}
