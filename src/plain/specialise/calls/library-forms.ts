/** Functions of this library that have a form in the language, such as log densities: each becomes a function of the program. */
import { loweredFormOf } from '../../../functions/lowered-forms.js';
import { value } from '../../ir/build.js';
import { readLowered } from '../../ir/lowered-text.js';
import { withOperators } from '../../ir/own-rows.js';
import { read } from '../../ir/written.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { solidNumber } from '../machine/numbers-and-bools.js';
import { dynamic, NOTHING, type Abstract } from '../values/abstract.js';

/** A call of such a function, which takes numbers and gives one; null for all others. */
export function formCalled(m: Machine, of: object, args: Args): Abstract | null {
  const form = loweredFormOf(of);
  if (form === undefined) return null;
  const { functions } = m.parts;
  const name = `form_${functions.length}`;
  const { func, origins } = readLowered(withOperators(form.text, form.operators));
  const { region } = read(func);
  const given = origins.map(({ path }) => solidNumber(m, args[path[0] as number] ?? NOTHING));
  functions.push({ name, region });
  const result = value('', 'f64');
  m.b.add({ tag: 'call', of: name, args: given, results: [result] });
  return dynamic(result);
}
