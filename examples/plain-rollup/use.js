import { away } from './dist/index.js';

console.log(
  away([0, 0], [0, 90])
    .map((slope) => slope.toFixed(3))
    .join(),
);
