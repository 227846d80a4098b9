/** A function of the language as a text in JSON: what it is, and where its parameters come from. */
import type { Import } from './imports.js';
import type { Type } from './ir.js';
import type { Origin, Tells } from './origin.js';
import { ONE, type ResultForm } from './result-form.js';
import { read, type Text } from './written.js';

/** The type is left out where it is that of the parameter. A number is such an argument as a whole. */
type WrittenOrigin =
  | number
  | readonly [
      /** 2 for a variable whose data nobody can change. */
      isCapture: 0 | 1 | 2,
      path: Origin['path'],
      type?: Type | null,
      usual?: number | boolean | null,
      tells?: Tells,
    ];
type LoweredText = readonly [
  func: Text,
  origins: readonly WrittenOrigin[],
  result?: ResultForm,
  imports?: readonly Import[],
  isPart?: boolean,
  methods?: readonly string[],
];

const fullOrigin = (of: WrittenOrigin) => (typeof of === 'number' ? ([0, [of]] as const) : of);

/** The function stays a text: its types may be open. */
export function readLowered(text: string) {
  const [func, given, result = ONE, imports = [], isPart = false, methods = []] = JSON.parse(
    text,
  ) as LoweredText;
  const { params } = read(func).region;
  const origins = given.map(fullOrigin).map(([isCapture, path, type, usual, tells], k): Origin => ({
    of: isCapture === 0 ? 'argument' : 'capture',
    path,
    type: type ?? params[k].type,
    ...(usual != null && { usual }),
    ...(tells && { tells }),
    ...(isCapture === 2 && { isSteady: true }),
  }));
  return { func, origins, result, imports, isPart, methods };
}
