/**
 * Writes basic blocks. Within a block the values of pairs are terms (pair-values.ts). At the end of the block
 * the pairs that are still needed are written out, each with one Let-binding whose partials are in closed form.
 */
import type { Partials } from '../../front/term-gradient.js';
import type { Binding, Expression } from '../../front/syntax.js';
import { partsOf, type Application, type Term } from '../../front/terms.js';
import { emptyBlock } from './basic-block.js';
import { PairValues, type Pair } from './pair-values.js';

/** A sum over a loop. */
export interface Reduction {
  readonly binding: Binding;
  readonly value: Application;
  readonly partials: Partials;
}

export class BlockWriter extends PairValues {
  /** True if a pair is used outside of the block. */
  private isLive(binding: Binding): boolean {
    if (!this.block.declared.has(binding)) return true;
    const uses = [...binding.referencePaths, ...binding.constantViolations];
    const { start, end } = this.block;
    return uses.some(
      ({ node }) => !((node.start ?? -Infinity) >= start && (node.end ?? Infinity) <= end),
    );
  }

  /** The pairs that are needed after the block, with their terms. */
  changed(): [Binding, Term][] {
    return [...this.block.values].filter(
      ([binding, value]) =>
        this.isLive(binding) &&
        !(
          value.tag === 'input' &&
          value.name === binding.identifier.name &&
          !this.block.declared.has(binding)
        ),
    );
  }

  /** Writes out the pairs that are needed later, and begins a new block. */
  flush(): void {
    // All values have their code before the first variable is written: a value may use what others are now.
    const values = this.changed().map(([binding, value]) => {
      const { name } = binding.identifier;
      const first = this.block.declared.get(binding);
      const isFirst = first?.tag === 'apply' && first.name === name;
      const pair = this.boundPair(value, isFirst && value === first ? name : undefined);
      const code = pair === null ? this.code(value) : null;
      return { name, value, pair, code, first, isFirst };
    });
    const written = values.map((of) => ({
      ...of,
      isDeclared: of.isFirst && this.termCode.isNamed(of.first!),
    }));
    // A variable that is declared with the value that it had first may be assigned before others are written.
    const mayChange = written.some(({ isDeclared, value, first }) => isDeclared && value !== first);
    // A pair that another one takes its value from may itself be assigned first.
    const assigned = new Set(written.map(({ name }) => name));
    const sources = written.map(({ name, pair, code }): [primal: Expression, id: Expression] => {
      if (pair === null) {
        const primal = mayChange ? this.t.identifier(this.constant(code!)) : code!;
        return [primal, this.t.numericLiteral(0)];
      }
      const from = pair.name !== name && assigned.has(pair.name) ? this.copy(pair) : pair;
      return [this.t.identifier(from.name), this.t.identifier(this.names.id(from.name))];
    });
    written.forEach(({ name, value, pair, first, isFirst, isDeclared }, k) => {
      if (pair?.name === name) return;
      const [primal, id] = sources[k];
      const isNew = first !== undefined;
      if (!(isDeclared && value === first)) this.put(name, primal, isNew && !isDeclared);
      this.put(this.names.id(name), id, isNew && !(isFirst && this.block.bound.has(first!)));
    });
    this.drop();
  }

  private put(name: string, value: Expression, isNew: boolean): void {
    this.emit(isNew ? this.declaration(name, value) : this.assignment(name, value));
  }

  private copy(pair: Pair): Pair {
    const name = this.constant(this.t.identifier(pair.name));
    this.emit(this.declaration(this.names.id(name), this.t.identifier(this.names.id(pair.name))));
    return { tag: 'input', name };
  }

  /** Begins a new block. Nothing of this one is needed. */
  drop(): void {
    this.block = emptyBlock();
    this.termCode.clear();
  }

  // ── Loops that only add ──

  /** The sum `s + e` or `s - e`, where `e` does not use `s`; null unless it is the only result of the block. */
  reduction(): Reduction | null {
    const changed = this.changed();
    if (changed.length !== 1 || this.block.declared.has(changed[0][0])) return null;
    const [binding, value] = changed[0];
    if (value.tag !== 'apply' || (value.op !== 'add' && value.op !== 'sub')) return null;
    // A boxed sum would have the id that it had before the loop.
    if (this.escaped.has(binding.identifier.name)) return null;
    const sum = this.input(binding.identifier.name);
    const [x, y] = value.args;
    const fits = (x === sum && !uses(y, sum)) || (y === sum && value.op === 'add' && !uses(x, sum));
    if (!fits) return null;
    return {
      binding,
      value,
      partials: new Map([...this.gradient(value)].filter(([term]) => term !== sum)),
    };
  }

  /** Appends the summands of a block that is the body of a loop to a list, and computes the sum. */
  reduce(end: string, { binding, value, partials }: Reduction): void {
    const edges = this.summandsOf(partials);
    this.termCode.announce([value, ...edges.map(({ partial }) => partial)]);
    this.letBindings.append(end, edges);
    this.emit(this.assignment(binding.identifier.name, this.termCode.of(value)));
    this.drop();
  }

  /** Opens the list of summands of a loop. It starts with the sum so far. */
  openSum({ binding }: Reduction, end: string) {
    const list = this.letBindings.open(end);
    this.letBindings.append(list.end, [
      { id: this.names.id(binding.identifier.name), partial: { tag: 'constant', value: 1 } },
    ]);
    return list;
  }

  closeSum({ binding }: Reduction, list: { readonly start: string; readonly end: string }): void {
    const { name } = binding.identifier;
    this.emit(
      this.assignment(this.names.id(name), this.letBindings.close(list.start, list.end, name)),
    );
    this.recordings++;
  }
}

/** True if a term uses another. */
function uses(term: Term, part: Term): boolean {
  const seen = new Set<Term>();
  const open = [term];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === part) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...partsOf(next));
  }
  return false;
}
