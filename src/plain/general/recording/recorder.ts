/**
 * Everything that the parts of a recording version are given: the known facts of the function, the writer of its
 * code, and the way back to the translation of any expression or statement (recording-translator.ts).
 */
import type { Inference } from '../../front/inference.js';
import { isNumeric } from '../../front/kinds.js';
import type { TablePartials } from '../../front/table-partials.js';
import type { Term } from '../../front/terms.js';
import {
  bare,
  type Binding,
  type Expression,
  type FunctionNode,
  type Node,
  type types,
  type Types,
} from '../../front/syntax.js';
import { isNativeOperation } from './term-code.js';
import { GeneralTranslator } from '../expressions.js';
import type { AddedNames } from '../added-names.js';
import type { OutlivingVariables } from '../outliving-variables.js';
import type { KnownCode } from './known-code.js';
import { BlockWriter } from './block-writer.js';

/** A function that is a formula: operations on parameters and literals (formulas.ts). */
export interface Formula {
  readonly parameters: readonly Binding[];
  readonly body: Expression;
}

export abstract class Recorder extends GeneralTranslator {
  pairs: ReadonlySet<Binding> = new Set();
  packs: ReadonlySet<Binding> = new Set();
  /** The known facts of the function. */
  known!: KnownCode;
  /** The functions that are formulas, or are known not to be. */
  readonly formulas = new Map<FunctionNode, Formula | null>();
  readonly writer: BlockWriter;
  /**
   * True if the code stands in a place that is evaluated again and again, or perhaps not at all, as the
   * condition of a loop. No statement can be put out before it.
   */
  inPlace = false;

  constructor(
    t: Types,
    inference: Inference,
    names: AddedNames,
    readonly tablePartials: TablePartials,
    isLeftAlone: (f: FunctionNode) => boolean,
    outliving: OutlivingVariables,
  ) {
    super(t, inference, names, isLeftAlone, outliving);
    this.writer = new BlockWriter(t, names, tablePartials);
  }

  // ── The way back ──

  /** An expression of numbers as a term. Code that has to run before is put out in order. */
  abstract term(node: Node): Term;

  /** A real expression as one value, a number or a dual. It must be used at once. */
  abstract boxed(node: Expression): Expression;

  /** The primal of a real expression, as native code. */
  abstract primal(node: Expression): Expression;

  /** Translates a statement into the current output. */
  abstract statement(node: types.Statement): void;

  /** Translates a list of statements into the current output. */
  statements(list: readonly types.Statement[]): void {
    for (const statement of list) this.statement(statement);
    this.writer.flush();
  }

  // ── What expressions are ──

  isReal(node: Node): boolean {
    return this.kind(node).tag === 'real';
  }

  private variableIn(node: Node, some: ReadonlySet<Binding>): Binding | undefined {
    const variable = this.inference.facts.bindings.get(bare(node));
    return variable !== undefined && some.has(variable) ? variable : undefined;
  }

  pairOf = (node: Node): Binding | undefined => this.variableIn(node, this.pairs);

  /** True if a variable is an array of floats that is held with its pack. */
  isPacked = (node: Node): boolean => this.variableIn(node, this.packs) !== undefined;

  /** The row of a call of Math that can be part of a term. */
  mathRow(node: types.CallExpression): string | null {
    const name = this.inference.globals.mathFunction(node.callee);
    if (name === undefined || !isNativeOperation(name)) return null;
    const partials = this.tablePartials.of(name);
    if (partials?.length !== node.arguments.length) return null;
    return this.areNumeric(node.arguments) ? name : null;
  }

  areNumeric(nodes: readonly Node[]): boolean {
    return nodes.every((node) => isNumeric(this.kind(node)));
  }

  // ── Code of expressions ──

  /** The translation of an expression as in the general version. */
  asGeneral(node: Node): Expression {
    return super.translate(node) as Expression;
  }

  /** Notes that code converts a value to a number or a key, and may run code of an object. */
  noteConversion(node: Node, make: () => Expression): Expression {
    const made = make();
    if (!this.known.isPrimitive(node)) this.writer.mayRecord();
    return made;
  }

  /** Makes code for a place that may not be reached: no statement is put out before it. */
  lazily<T>(make: () => T): T {
    const before = this.inPlace;
    this.inPlace = true;
    try {
      return make();
    } finally {
      this.inPlace = before;
    }
  }
}
