/** Operands of native functions, and the functions of the library that they call. */
import type { Abstract, Arr } from '../values/abstract.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import type { Place } from '../things/objects.js';

export const array = (m: Machine, of: Abstract): Arr => {
  const it = m.read(of);
  return it.tag === 'array' ? it : m.refuse('a method of arrays on something else');
};
export const library = (m: Machine, name: string, self: Abstract, args: Args): Abstract =>
  m.meaning.call(m, m.meaning.library(name), self, args);

export const record = (m: Machine, of: Abstract): Place => {
  const given = m.read(of);
  const it = given.tag === 'closure' && given.own !== undefined ? given.own : given;
  return it.tag === 'object' || it.tag === 'element'
    ? it
    : m.refuse(`keys of a value of the kind ${it.tag}`);
};
