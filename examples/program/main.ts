/** Fits a decay to measurements of one. */
import { fit, text } from './fit.ts';

console.log(text(fit([0, 1, 2, 3, 4].map((time) => [time, 2 * Math.exp(-time / 2)]))));
