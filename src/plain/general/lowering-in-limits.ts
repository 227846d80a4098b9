/**
 * Lowers functions of a module, and writes their forms. Lowering goes into all that a function calls, so both its work and its
 * text have a limit for each module, in proportion to the length of the module.
 */
import { recordingOf } from '../analyse/worth.js';
import type { Facts } from '../front/facts.js';
import type { FunctionNode, Node, Types } from '../front/syntax.js';
import { improved } from '../improve/improved.js';
import { isDeeper } from '../ir/depth.js';
import { isArray } from '../ir/ir.js';
import { writtenLowered } from '../ir/lowered-text.js';
import { packed } from '../ir/packed.js';
import { ONE } from '../ir/result-form.js';
import type { Joined } from '../joined/joined-program.js';
import { lower } from '../lower/lower.js';
import type { Reason } from '../lower/syntax/refusal.js';
import type { AddedNames } from './added-names.js';
import { outOfReach, tooDeep, tooMuch, type Attached } from './attached-forms.js';
import type { BoundMethod } from './bound-methods.js';
import { guarded } from './defects.js';
import { FarNames } from './far-names.js';

/** The depth to which branches and loops may be nested. */
const DEEPEST = 100;

export interface LoweringOptions {
  /** True if the text has nothing that is for people: names of values, reasons of refusals. */
  readonly isSmall: boolean;
  readonly isRecorded: (f: FunctionNode) => boolean;
  /** The module together with those that it imports, where these can be read. */
  readonly joined: () => Joined | null;
}

export class LoweringInLimits {
  private far: FarNames | null | undefined;
  /** The number of parts that may still be lowered, and of characters that may still be attached. */
  private parts: number;
  private characters: number;

  /**
   * @param length that of the module
   * @param runs takes the functions that lowered ones call as they are, with why they are not lowered
   */
  constructor(
    private readonly t: Types,
    private readonly facts: Facts,
    private readonly names: AddedNames,
    length: number,
    private readonly options: LoweringOptions,
    private readonly runs: Map<Node, Reason>,
  ) {
    this.parts = 1000 + 2 * length;
    this.characters = 8000 + 12 * length;
  }

  /** Alone, or together with the modules around where these have what it cannot tell; the other way where that is refused. */
  attached(f: FunctionNode, bound?: BoundMethod): Attached {
    const far = this.modulesAround();
    const [first, second] =
      far?.isNeeded === true ? [far, undefined] : [undefined, far ?? undefined];
    const found = this.loweredIn(first, f, bound);
    if (found.tag === 'text' || far === null) return found;
    const other = this.loweredIn(second, f, bound);
    if (other.tag === 'text') return other;
    return far.isNeeded ? found : other;
  }

  /** The modules around, which have their share of the limits; null if there are none. */
  private modulesAround(): FarNames | null {
    if (this.far === undefined) {
      const joined = this.options.joined();
      this.parts += 2 * (joined?.length ?? 0);
      this.characters += 12 * (joined?.length ?? 0);
      this.far = joined && new FarNames(this.t, this.names, joined, this.options.isSmall);
    }
    return this.far;
  }

  private loweredIn(far: FarNames | undefined, f: FunctionNode, bound?: BoundMethod): Attached {
    if (this.parts <= 0) return { tag: 'refused', reason: tooMuch };
    const refused = (reason: Reason): Attached => ({ tag: 'refused', reason });
    return guarded(() => this.attachedIn(far, f, bound), refused);
  }

  private attachedIn(far: FarNames | undefined, f: FunctionNode, bound?: BoundMethod): Attached {
    const { isSmall } = this.options;
    const node = far?.copyOf(f) ?? f;
    const on =
      bound && far ? { ...bound, on: far.copyOf(bound.on), of: far.copyOf(bound.of) } : bound;
    const lowered = lower(far?.facts ?? this.facts, node, 'f', this.parts, true, on);
    this.parts -= lowered.size;
    if (lowered.tag === 'refused') return lowered;
    if (isDeeper(lowered.func, DEEPEST)) return { tag: 'refused', reason: tooDeep };
    const func = improved(lowered.func);
    const { captures, variables, classes, operators, imported, runs } = lowered;
    // What another module does not export has no version that others could call.
    if (far?.reaches(lowered) === false) return { tag: 'refused', reason: outOfReach };
    for (const { f, why } of runs) this.runs.set(far?.originalOf(f) ?? f, why);
    const full = writtenLowered({ ...lowered, func }, isSmall ? 'bare' : 'names');
    if (full.length > this.characters) return { tag: 'refused', reason: tooMuch };
    const text = isSmall ? packed(full) : full;
    this.characters -= text.length;
    return {
      tag: 'text',
      text,
      captures,
      variables,
      classes,
      operators,
      imported,
      joined: far && { far, of: node },
      recording: recordingOf(func, lowered, this.options.isRecorded(f), this.options.isSmall),
      isNumber: lowered.result === ONE && !isArray(func.region.yields[0].type),
    };
  }
}
