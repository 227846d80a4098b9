/**
 * The place in the user's code that called the library, for reports to people. It is read from the stack.
 * JavaScript does not define stacks, and a program may replace them, so a place that cannot be read is
 * undefined, and nothing here throws. O(depth of the stack), a few microseconds.
 */

/** Enough for calls of the library by itself, through all levels of nesting. */
const FRAMES = 200;

interface Frame {
  readonly text: string;
  /** File, line and column. */
  readonly location: string;
}

function stack(): string {
  const before = (Error as { readonly stackTraceLimit?: number }).stackTraceLimit;
  try {
    Reflect.set(Error, 'stackTraceLimit', FRAMES);
    return String(new Error().stack);
  } catch {
    return '';
  } finally {
    Reflect.set(Error, 'stackTraceLimit', before);
  }
}

/**
 * The place that a line of a stack names: `at f (place)`, `at place`, or `f@place` outside of V8.
 */
function placeIn(line: string): string {
  const parenthesis = line.indexOf(' (');
  if (line.endsWith(')') && parenthesis >= 0) return line.slice(parenthesis + 2, -1);
  return line.replace(/^at (async )?|^[^@]*@/, '');
}

/** Code made from text is named by where it was made, and then by its place in the text. */
const inText = (place: string): string =>
  place.startsWith('eval at ') ? place.slice(place.lastIndexOf(', ') + 2) : place;

/** Functions of the platform are on the stack of V8 without a place. */
const isNative = (line: string): boolean => line.endsWith(' (<anonymous>)');

const framesIn = (text: string): Frame[] =>
  text
    .split('\n')
    .map((line) => ({ text: line, location: inText(placeIn(line.trim())) }))
    .filter(({ text, location }) => /:\d+:\d+$/.test(location) || isNative(text));

/**
 * The library's folder, or its file if it was bundled into one, from the place of this module. The
 * build puts it with others into `core/library-….js`.
 */
function territory({ location }: Frame): string {
  const file = location.replace(/:\d+:\d+$/, '');
  return /^(.*[\\/])(?:errors[\\/]call-site|core[\\/]library-[\w-]+)\.\w+$/.exec(file)?.[1] ?? file;
}

/** The library's folder, or the file that it was bundled into, if the stack names it. */
export function ownPlace(): string | undefined {
  const [own] = framesIn(stack());
  return own && territory(own);
}

/** A function at work, and where. */
export interface Site {
  /** Undefined where it has none, or the stack does not tell. */
  readonly name: string | undefined;
  /** File, line and column. */
  readonly location: string;
}

/** The function that a line of a stack names: `at f (place)`, `at new F (place)`, or `f@place`. */
function nameIn(text: string): string | undefined {
  const [, name] =
    /^at (?:async |new )*([^\s(]+) .*\(/.exec(text) ?? /^([^@\s]+)@/.exec(text) ?? [];
  return name === 'eval' || name?.endsWith('<anonymous>') ? undefined : name;
}

/**
 * The frames on the stack that are not the library's own, innermost first, and the number of them that
 * the library has called.
 */
function outside(): { readonly frames: readonly Frame[]; readonly called: number } {
  const [own, ...others] = framesIn(stack());
  if (own === undefined) return { frames: [], called: 0 };
  const library = territory(own);
  // Copies of the library's functions (specialise.ts) name the file that they were made in, but where
  // source maps are in use not as other frames do. What a program makes by `new Function` (loaders/function-constructor.ts)
  // is its own.
  const isOwn = ({ text }: Frame) =>
    (text.includes(library) && !text.includes('eval at newFunction ')) ||
    text.includes('eval at specialise ');
  const isOther = (frame: Frame) => !isOwn(frame) && frame.location.split(':', 1)[0] !== 'node';
  const last = others.findLastIndex(isOwn);
  return {
    frames: others.filter(isOther),
    called: others.slice(0, last + 1).filter(isOther).length,
  };
}

const siteOf = ({ text, location }: Frame): Site => ({ name: nameIn(text.trim()), location });

/** The functions at work that are not the library's own, innermost first. */
export const sites = (): Site[] =>
  outside()
    .frames.filter(({ text }) => !isNative(text))
    .map(siteOf);

/** Those of them that the library has called, such as the function of a gradient. */
export function calledSites(): Site[] {
  const { frames, called } = outside();
  return frames
    .slice(0, called)
    .filter(({ text }) => !isNative(text))
    .map(siteOf);
}

/** The innermost of them. */
export const site = (): Site | undefined => sites()[0];

/** The function of the platform that calls the library, if one does. */
export function nativeCaller(): string | undefined {
  const [first] = outside().frames;
  return first !== undefined && isNative(first.text) ? nameIn(first.text.trim()) : undefined;
}

/** The innermost place on the stack that is not the library's own. */
export const callSite = (): string | undefined => site()?.location;
