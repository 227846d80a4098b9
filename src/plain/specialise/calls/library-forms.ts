/** Functions of this library that have a form in the language, such as log densities: each becomes a function of the program. */
import { loweredFormOf } from '../../../functions/lowered-forms.js';
import { value } from '../../ir/build.js';
import { withOperators } from '../../ir/own-rows.js';
import { read, type Text } from '../../ir/written.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { solidNumber } from '../machine/numbers-and-bools.js';
import { dynamic, NOTHING, type Abstract } from '../values/abstract.js';

/** A function of the language, and for each of its parameters the place of the argument that it is. */
type Form = readonly [func: Text, places: readonly number[]];

/** A call of such a function, which takes numbers and gives one; null for all others. */
export function formCalled(m: Machine, of: object, args: Args): Abstract | null {
  const form = loweredFormOf(of);
  if (form === undefined) return null;
  const { functions } = m.parts;
  const name = `form_${functions.length}`;
  const [func, places] = JSON.parse(withOperators(form.text, form.operators)) as Form;
  const { region } = read(func);
  const given = places.map((place) => solidNumber(m, args[place] ?? NOTHING));
  functions.push({ name, region });
  const result = value('', 'f64');
  m.b.add({ tag: 'call', of: name, args: given, results: [result] });
  return dynamic(result);
}
