/** A fit by characters: data, curve and band, and the residuals below. */
import type { Terminal } from '../../learn/node/terminal.js';
import { chart } from '../terminal/curve-chart.js';
import type { Pictured } from './picture.js';

const [HEIGHT, BELOW] = [16, 6];

export function drawn({ title, across, data, curve }: Pictured, to: Terminal): string {
  const axis = curve.length > 0 ? curve : data;
  const zero = axis.map(({ x }) => ({ x, y: 0 })).sort((one, other) => one.x - other.x);
  const residuals = data.map(({ x, residual }) => ({ x, y: residual }));
  return [
    '',
    chart({ title, points: data, curve, height: HEIGHT }, to),
    chart({ title: `residuals, by ${across}`, points: residuals, curve: zero, height: BELOW }, to),
  ].join('\n');
}
