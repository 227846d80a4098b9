/** A lowered function as a translated module holds it: what it is, and where its parameters come from, in JSON. */
import type { Import } from './imports.js';
import type { Func, Type } from './ir.js';
import type { Origin, Tells } from './origin.js';
import { ONE, type Gives, type ResultForm } from './result-form.js';
import { read, written, type Text, type Written } from './written.js';

interface Lowered {
  readonly func: Func;
  readonly origins: readonly Origin[];
  readonly result: ResultForm;
  readonly imports: readonly Import[];
  readonly gives: Gives;
  readonly methods: readonly string[];
}

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

export function writtenLowered(
  { func, origins, result, imports, gives, methods }: Lowered,
  what?: Written,
): string {
  const given = origins.map(({ of, path, type, usual, tells, isSteady }, k): WrittenOrigin => {
    const isOwn = JSON.stringify(type) === JSON.stringify(func.region.params[k].type);
    const start = [of === 'argument' ? 0 : isSteady === true ? 2 : 1, path] as const;
    if (tells !== undefined) return [...start, isOwn ? null : type, usual ?? null, tells];
    if (usual !== undefined) return [...start, isOwn ? null : type, usual];
    if (!isOwn) return [...start, type];
    return of === 'argument' && path.length === 1 ? path[0] : start;
  });
  const more: unknown[] = [result, imports, gives === 'part', methods];
  const usual = [result === ONE, imports.length === 0, gives !== 'part', methods.length === 0];
  more.length = usual.lastIndexOf(false) + 1;
  return JSON.stringify([written(func, what), given, ...more]);
}

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
