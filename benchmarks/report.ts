/** The results as text that is read in a console as well as in Markdown. */
import { format } from 'prettier';
import type { BundleSize } from './bundles.js';
import type { KindsResult } from './kinds.js';
import type { OrderResult } from './orders.js';
import type { PlainResult } from './plain-results.js';
import type { RatioResult } from './ratios.js';
import type { ScalingResult } from './scaling.js';
import { targets } from './targets.js';
import { machine, megabytes, short, table, targetTable, time, type Occasion } from './text.js';
import type { TrajectoryResult } from './trajectory.js';
import type { Bytes, TranslationResult } from './translation.js';

export interface Results extends Occasion {
  readonly ratios: readonly RatioResult[];
  readonly plain: readonly PlainResult[];
  /** The same under another Node, if that was asked for. */
  readonly underOther: { readonly node: string; readonly plain: readonly PlainResult[] } | null;
  readonly translation: TranslationResult;
  readonly bundles: readonly BundleSize[];
  readonly kinds: readonly KindsResult[];
  readonly orders: readonly OrderResult[];
  readonly scaling: readonly ScalingResult[];
  readonly trajectories: readonly TrajectoryResult[];
}

const ratioTable = (ratios: readonly RatioResult[]): string =>
  table(
    [
      'workload',
      'plain',
      'by hand',
      'least',
      'library',
      'least',
      'answers',
      '1st: plain',
      'by hand',
      'library',
    ],
    ratios.map(({ name, plainMilliseconds, handWritten, library, answers, first }) => [
      name,
      time(plainMilliseconds),
      ...[handWritten.median, handWritten.least, library.median, library.least].map(short),
      answers,
      ...first.map(time),
    ]),
  );

const plainTable = (plain: readonly PlainResult[]): string =>
  table(
    [
      'workload',
      'original',
      'translated',
      'gradient',
      'to original',
      'answers',
      'operators',
      'by hand',
      'bindings',
      'of operators',
    ],
    plain.map((at) => [
      at.name,
      time(at.originalMilliseconds),
      at.translated.toFixed(2),
      ...[at.gradient, at.gradientToOriginal].map(short),
      at.answers,
      ...[at.operators, at.handWritten].map(short),
      String(at.bindings),
      String(at.bindingsOfOperators),
    ]),
  );

const underOther = ({ underOther }: Results): string =>
  underOther === null
    ? ''
    : `\nThe same under Node ${underOther.node}:\n\n${plainTable(underOther.plain)}\n`;

const inTwoDigits = ({ printed, minified, packed }: Bytes): string[] =>
  [printed, minified, packed].map((ratio) => ratio.toFixed(2));

const sizeTable = ({ sizes }: TranslationResult): string =>
  table(
    ['module', 'lines', 'bytes', 'translated', 'minified', 'packed'],
    [
      ...sizes.each.map(({ module, lines, bytes, ratios }) => [
        module,
        String(lines),
        String(bytes.printed),
        ...inTwoDigits(ratios),
      ]),
      ['all', '', '', ...inTwoDigits(sizes.all)],
    ],
  );

const bundleTable = (bundles: readonly BundleSize[]): string =>
  table(
    ['program', 'lines', 'bytes', 'minified', 'packed'],
    bundles.map(({ program, lines, original, translated }) => [
      program,
      String(lines),
      String(original.minified),
      (translated.minified / original.minified).toFixed(2),
      (translated.packed / original.packed).toFixed(2),
    ]),
  );

const kindsTable = (kinds: readonly KindsResult[]): string =>
  table(
    ['workload', 'gradient', 'jvp', 'hvp', 'hvp ÷ gradient', 'answers'],
    kinds.map(({ name, ratios, productToGradient, answers }) => [
      name,
      ...[...ratios, productToGradient].map(short),
      answers,
    ]),
  );

const orderTable = (orders: readonly OrderResult[]): string =>
  table(
    ['derivative', 'time', 'ratio', 'to the', 'answers', 'passes', 'peak of process'],
    orders.map(({ name, milliseconds, ratio, beside, answers, passes, peakBytes }) => [
      name,
      time(milliseconds),
      short(ratio),
      beside,
      answers,
      String(passes),
      megabytes(peakBytes),
    ]),
  );

const scalingTable = (scaling: readonly ScalingResult[]): string =>
  table(
    ['operations', 'plain ns', 'library ns', '1st call ns', 'bytes counted', 'bytes resident'],
    scaling.map((at) => [
      `10^${Math.log10(at.operations)}`,
      short(at.plainNanoseconds),
      short(at.steadyNanoseconds),
      short(at.firstNanoseconds),
      at.countedBytes.toFixed(1),
      // In short runs the memory of compiled code hides that of the tape.
      at.operations < 1e6 ? '' : at.residentBytes.toFixed(1),
    ]),
  );

const trajectoryTable = (trajectories: readonly TrajectoryResult[]): string =>
  table(
    ['operations', 'given', 'peak of process', 'time', '÷ plain', 'steps again', 'least'],
    trajectories.map((at) => [
      `10^${Math.log10(at.operations)}`,
      megabytes(at.memory),
      megabytes(at.peakBytes),
      time(at.milliseconds),
      short(at.ratio),
      at.again.toFixed(2),
      at.least.toFixed(2),
    ]),
  );

export const report = (results: Results): Promise<string> =>
  format(
    `# What gradients cost

${machine(results)}

## Ratio to the plain function

${ratioTable(results.ratios)}

The function itself, in native operators on numbers, is 1. _By hand_ is a reverse-mode gradient that a
person wrote for speed; _library_ is \`valueAndGrad\` of the function in explicit operators (\`add(mul(…))\`).
The three take turns within a process; every ratio is the median of several fresh processes, and _least_ the
smallest. _Answers_ is the version of the function that answered, in all tables: compiled code without a tape, a
recording, the general translation, or the library's operators, which record. _1st_ is the first call in a process, before the optimiser has seen anything.

## Plain TypeScript

${plainTable(results.plain)}
${underOther(results)}
The same functions written once in plain TypeScript. _Original_ is the text as it stands, _translated_ what the
translated function takes on numbers, as a ratio to that. The gradients are ratios to the plain function of the first
table, which keeps its memory between calls: of the translation (and _to original_, which does not), with
explicit operators, and by hand. _Bindings_ are those of a recording. The six take turns within a process.

A module of ${results.translation.lines} lines is translated in ${time(results.translation.later)}, the first one in a process, with loading Babel,
in ${time(results.translation.first)}. How many times the code it becomes, as esbuild prints both without comments, minified, and packed by gzip
after that:

${sizeTable(results.translation)}

How many times its bytes a small program has in a minified bundle with its derivatives, and when gzip packs that; the
library is left out:

${bundleTable(results.bundles)}

## Other derivatives

${kindsTable(results.kinds)}

A tangent by \`jvp\` and a Hessian-vector product by \`hvp\`, beside the gradient in the same process, again as ratios
to the plain function.

## Higher orders

${orderTable(results.orders)}

The sparse Hessian includes finding its pattern and colouring it. A series of order n takes O(n²) time for each
operation.

## Cost per operation

${scalingTable(results.scaling)}

The chain again, at different lengths, one process each: time per operation of the plain function, once
optimised and at the first call. _Bytes counted_ are of tape and accumulator as \`trace\` counts them, carried on
linearly from 10^5; operators answer. _Bytes resident_ is the growth of the process outside the heap at the first call.

## Long trajectories

${trajectoryTable(results.trajectories)}

The chain as a \`loop\` of operators with a given memory: one gradient in a process of its own, its first call. A process without any
work has about 50 MiB. _Steps again_ are computed a second or further time to get back a state, for each step
of the loop; _least_ is what no schedule with as many kept states can do without.

## Targets

${targetTable(targets(results))}
`,
    { parser: 'markdown', printWidth: 100 },
  );
