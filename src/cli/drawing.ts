/** Draws Let-bindings: the Delta program as a graph from the inputs down to the result. O(edges), and the layout. */
import type { Trace } from '../derivatives/trace.js';
import { Failure } from './failure.js';
import { optional } from './optional.js';
import { digits } from './streams.js';

/** The most bindings that can still be read in a drawing. */
const MOST = 500;

const text = (words: string): string => JSON.stringify(words);

/** In the language of Graphviz. An edge has its partial as its name. */
function graphOf({ inputs, bindings, outputs }: Trace<unknown>): string {
  const name = (id: number): string => `n${id}`;
  const lines = [
    'rankdir=TB; bgcolor=transparent; node [fontname="sans-serif" fontsize=11 shape=box style=rounded]',
    'edge [fontname="sans-serif" fontsize=9 color="#888888"]',
    ...inputs.map(
      ({ id, path, primal }) =>
        `${name(id)} [label=${text(`${path} = ${digits(primal)}`)} shape=ellipse]`,
    ),
  ];
  for (const { id, primal, edges, call } of bindings) {
    const isOutput = outputs.includes(id);
    const what = call === undefined ? digits(primal) : `${call.name} [${call.shape.join(', ')}]`;
    lines.push(
      `${name(id)} [label=${text(`x${id - inputs.length} = ${what}`)}${isOutput ? ' penwidth=2' : ''}]`,
      ...edges.map(
        ({ arg, partial }) => `${name(arg)} -> ${name(id)} [label=${text(digits(partial, 3))}]`,
      ),
      ...(call?.args ?? []).map((arg) => `${name(arg)} -> ${name(id)}`),
    );
  }
  return `digraph { ${lines.join('\n')} }`;
}

/** The drawing as SVG. */
export async function drawing(trace: Trace<unknown>): Promise<string> {
  const { length } = trace.bindings;
  if (length > MOST) {
    throw new Failure(
      `the run has ${length} bindings, and a drawing of more than ${MOST} cannot be read: take a smaller argument.`,
    );
  }
  const { instance } = await optional('a drawing', ['@viz-js/viz'], () => import('@viz-js/viz'));
  return (await instance()).renderString(graphOf(trace), { format: 'svg' });
}
