/** The loops of `src/plain/runtime/compiled/loop-forms.ts` as TypeScript, from which the translator makes these forms. */
import { translate } from 'delta-tape/plain';

/** The calls of the function of a loop: without the place, and with it. */
const calls = (args: string): readonly string[] => [`f(${args})`, `f(${args}, k)`];

const sources: Readonly<Record<string, (call: string) => string>> = {
  map: (call) => `(xs: Float64Array) {
    const out = new Float64Array(xs.length);
    for (let k = 0; k < xs.length; k++) out[k] = ${call} - 0;
    return out;
  }`,
  map2: (call) => `(xs: Float64Array, ys: Float64Array) {
    const out = new Float64Array(xs.length);
    for (let k = 0; k < xs.length; k++) out[k] = ${call} - 0;
    return out;
  }`,
  fold: (call) => `(xs: Float64Array, start: number) {
    let s = start;
    for (let k = 0; k < xs.length; k++) s = ${call};
    return s;
  }`,
  scanl: (call) => `(xs: Float64Array, start: number) {
    const out = new Float64Array(xs.length + 1);
    let s = start;
    out[0] = s;
    for (let k = 0; k < xs.length; k++) {
      s = ${call};
      out[k + 1] = s;
    }
    return out;
  }`,
  scanr: (call) => `(xs: Float64Array, start: number) {
    const out = new Float64Array(xs.length + 1);
    let s = start;
    out[xs.length] = s;
    for (let k = xs.length - 1; k >= 0; k--) {
      s = ${call};
      out[k] = s;
    }
    return out;
  }`,
};
const args: Readonly<Record<string, string>> = {
  map: 'xs[k]',
  map2: 'xs[k], ys[k]',
  fold: 's, xs[k]',
  scanl: 's, xs[k]',
  scanr: 's, xs[k]',
};

/** The text that the translator attaches to a function of a module. */
function formOf(source: string): string {
  const { code } = translate(`import { f } from './f.js';\nexport function loop${source}`, {
    filename: 'loop.ts',
  });
  const [, text] = /\$lowered\(loop, `([^`]*)`/.exec(code) ?? [];
  if (text === undefined) throw new Error(`the loop was not lowered:\n${code}`);
  return text;
}

export const loopForms = (): string =>
  [
    '/** The loops that operators of arrays are, without and with the place of an element (test/support/loop-sources.ts). */',
    'export const loopForms = {',
    ...Object.entries(sources).map(
      ([name, source]) =>
        `  ${name}: [${calls(args[name])
          .map((call) => `\n    '${formOf(source(call))}',`)
          .join('')}\n  ],`,
    ),
    '} as const;',
    '',
  ].join('\n');
