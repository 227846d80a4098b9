/** The picture of a fit: data, the fitted curve and its band, and the residuals below. */
import { optional } from '../optional.js';

export interface Pictured {
  readonly title: string;
  /** The names of the horizontal axis and of the response. */
  readonly across: string;
  readonly response: string;
  readonly data: readonly { readonly x: number; readonly y: number; readonly residual: number }[];
  /** Along the axis; none where the model has several columns. */
  readonly curve: readonly {
    readonly x: number;
    readonly y: number;
    readonly lower: number;
    readonly upper: number;
  }[];
}

const BLUE = '#4c78a8';
const WIDTH = 520;

/** As a specification of Vega-Lite. */
export function specificationOf({ title, across, response, data, curve }: Pictured) {
  const x = { field: 'x', type: 'quantitative', title: across, scale: { zero: false } };
  const y = (field: string, name: string) => ({
    field,
    type: 'quantitative',
    title: name,
    scale: { zero: false },
  });
  const points = { type: 'circle', color: '#555555', opacity: 0.8 };
  return {
    background: 'white',
    title: { text: title, anchor: 'start' },
    config: { view: { stroke: null } },
    vconcat: [
      {
        width: WIDTH,
        height: 280,
        layer: [
          {
            data: { values: curve },
            mark: { type: 'area', color: BLUE, opacity: 0.2 },
            encoding: { x, y: y('lower', response), y2: { field: 'upper' } },
          },
          {
            data: { values: curve },
            mark: { type: 'line', color: BLUE },
            encoding: { x, y: y('y', response) },
          },
          { data: { values: data }, mark: points, encoding: { x, y: y('y', response) } },
        ],
      },
      {
        width: WIDTH,
        height: 110,
        layer: [
          {
            data: { values: [{ zero: 0 }] },
            mark: { type: 'rule', color: BLUE },
            encoding: { y: { datum: 0 } },
          },
          { data: { values: data }, mark: points, encoding: { x, y: y('residual', 'residual') } },
        ],
      },
    ],
  };
}

/** The picture as SVG. */
export async function picture(pictured: Pictured): Promise<string> {
  const { compile, View, parse } = await optional('a picture', ['vega', 'vega-lite'], async () => ({
    ...(await import('vega-lite')),
    ...(await import('vega')),
  }));
  const specification = specificationOf(pictured) as Parameters<typeof compile>[0];
  return new View(parse(compile(specification).spec), { renderer: 'none' }).toSVG();
}
