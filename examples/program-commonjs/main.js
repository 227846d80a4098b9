/** The same in JavaScript. */
/* global require, __filename -- which CommonJS has */
const { basename } = require('node:path');
const { grad } = require('delta-tape');
const { energy } = require('./energy.ts');

const twice = (angle) => 2 * energy(angle);

console.log(basename(__filename), grad(twice)(Math.PI / 2).toFixed(3));
