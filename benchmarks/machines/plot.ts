/** The gain of several workers as a picture. */
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

interface Gain {
  readonly work: string;
  readonly workers: number;
  readonly gain: number;
}

export async function plotOf(values: readonly Gain[]): Promise<string> {
  const spec: TopLevelSpec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    width: 420,
    height: 260,
    background: 'white',
    data: { values: [...values] },
    layer: [
      {
        mark: { type: 'line', point: true },
        encoding: {
          x: {
            field: 'workers',
            type: 'quantitative',
            title: 'worker processes',
            axis: { values: [1, 2, 4] },
          },
          y: {
            field: 'gain',
            type: 'quantitative',
            title: 'times as fast as with one',
            scale: { zero: true },
          },
          color: {
            field: 'work',
            type: 'nominal',
            title: null,
            legend: { orient: 'bottom', direction: 'vertical', labelLimit: 400 },
          },
        },
      },
    ],
  };
  return new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();
}
