/** The findings of the front end about a module given as text. */
import type { NodePath, types } from '@babel/core';
import { collect, type Facts } from '../../../src/plain/front/facts.js';
import { Inference } from '../../../src/plain/front/inference.js';
import type { Kind } from '../../../src/plain/front/kinds.js';
import type { Binding, FunctionNode } from '../../../src/plain/front/syntax.js';
import { transformSync } from '../../../src/vendor/babel.js';

/** A kind as text: `[real]` is a list of reals. */
export const shown = (kind: Kind): string =>
  kind.tag === 'list' ? `[${shown(kind.of)}]` : kind.tag;

export class Analysis {
  readonly facts: Facts;
  readonly inference: Inference;

  constructor(text: string) {
    let found: Facts | undefined;
    const look = {
      visitor: {
        Program(path: NodePath<types.Program>) {
          found = collect(path);
        },
      },
    };
    transformSync(text, {
      configFile: false,
      babelrc: false,
      sourceType: 'unambiguous',
      parserOpts: { plugins: ['typescript'] },
      plugins: [() => look],
    });
    this.facts = found!;
    this.inference = new Inference(this.facts);
  }

  /** The variables of a name, in the order in which they are met. */
  variables(name: string): Binding[] {
    const bindings = new Set<Binding>();
    for (const [, binding] of this.facts.bindings) {
      if (binding?.identifier.name === name) bindings.add(binding);
    }
    return [...bindings];
  }

  /** The kind of the variable of a name. */
  kindOf(name: string): string {
    return shown(this.inference.ofBinding(this.variables(name)[0]));
  }

  /** The function of a name, or the only one. */
  functionOf(name?: string): FunctionNode {
    const all = [...this.facts.uses.keys()];
    return all.find((f) => 'id' in f && f.id?.name === name) ?? all[0];
  }
}
