/** The results as text that is read in a console as well as in Markdown. */
import { format } from 'prettier';
import { machine, short, table, targetTable, time, type Occasion } from '../text.js';
import { over, type ArrayResult } from './results.js';
import { arrayTargets } from './targets.js';

export interface ArrayResults extends Occasion {
  readonly cases: readonly ArrayResult[];
}

const caseTable = (result: ArrayResult): string =>
  `## ${result.name[0].toUpperCase()}${result.name.slice(1)}

${table(
  ['variant', 'time', 'to the first'],
  result.names.map((name, k) => [
    name,
    time(result.milliseconds[k]),
    short(over(result, (of) => of(name) / of(result.names[0]))),
  ]),
)}`;

export const arrayReport = (results: ArrayResults): Promise<string> =>
  format(
    `# What gradients of arrays cost

${machine(results)}

\`npm run bench:arrays\` measures this. Value and gradient, on one core. The variants of a case take turns within a process, and their gradients are
compared; times are medians of several fresh processes, and ratios medians of the ratios within each. _Library_ is \`valueAndGrad\` of a
function in \`delta-tape/numpy\` and \`delta-tape/nn\`, _by hand_ the gradient as a person writes it, _plain TypeScript_ the library's gradient of
the function in loops. The networks are 784-128-10 with tanh and softmax cross-entropy, batches of 64, and one of two convolutions on
batches of 32 images of 28 × 28 pixels.

${results.cases.map(caseTable).join('\n\n')}

TensorFlow.js has no gradient of \`conv2d\` on WebAssembly; \`conv3d\` with a depth of 1 stands for it. The 100 operations are sines one after the other. _Recording_ is a gradient
of a result that does not depend on them.

## Targets

${targetTable(arrayTargets(results.cases))}
`,
    { parser: 'markdown', printWidth: 100 },
  );
