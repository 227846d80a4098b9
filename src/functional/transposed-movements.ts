/** The transposes of operators on arrays that take no function: they move elements, and fill in zeros. */
import { zeroOf } from './ground.js';
import { constant, move, type TermOf, type Term } from './language.js';
import { plain, type Transpose } from './transpose.js';
import { typeOf, type Context } from './typing.js';

export function ofMovement(term: TermOf<'move'>, context: Context): Transpose {
  const zero = (k: number, x: Term) => zeroOf(typeOf(term.args[k], context), x);
  return plain(
    term.args,
    (xs) => ({ ...term, args: xs }),
    (xs, z) => {
      const [a, place] = xs;
      switch (term.name) {
        case 'shift1L':
          return [move('unshift1L', a, z)];
        case 'shift1R':
          return [move('unshift1R', a, z)];
        case 'unshift1L':
          return [zero(0, a), move('shift1L', z)];
        case 'unshift1R':
          return [zero(0, a), move('shift1R', z)];
        case 'get':
          return [move('put', a, place, z), constant(0)];
        case 'put':
          return [zero(0, a), constant(0), move('get', z, place)];
      }
    },
  );
}
