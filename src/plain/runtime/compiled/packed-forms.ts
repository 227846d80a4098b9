/** The lowered forms of bundles, whose texts are unpacked when they are first asked for. */
import { unpacked } from '../../ir/packed.js';
import { nothing } from './forms-of-others.js';
import type { Captures, Lowered } from './linking.js';

/** Functions that others make anew have one text. */
const texts = new Map<string, string>();

export function packedForm(packed: string, readings: readonly Captures[]): Lowered {
  const [captures = nothing, operators = nothing, imports = nothing] = readings;
  return {
    get text() {
      const text = texts.get(packed) ?? unpacked(packed);
      texts.set(packed, text);
      return text;
    },
    captures,
    operators,
    imports,
  };
}
