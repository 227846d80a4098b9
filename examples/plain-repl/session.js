/* global require -- which a REPL has */
const { grad, hessian } = require('delta-tape');
const { derivativeSource, plain } = require('delta-tape/plain');

const stiffness = 3;
const energy = (x) => 0.5 * stiffness * x * x + Math.cos(x);

grad(plain(energy, { scope: { stiffness } }))(2);
const seen = plain(energy, { scope: (name) => eval(name) });
hessian(seen)(2);
console.log(derivativeSource(seen));
plain(energy);
