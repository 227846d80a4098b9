/** Code that was specialised, with the functions that it calls and the derivatives inside of it, as a program. */
import type { Partials } from '../differentiate/operations/partials.js';
import { closed } from '../improve/closed.js';
import { statementCount, type Func, type Region } from '../ir/ir.js';
import { verify } from '../ir/verify.js';
import type { Outlined } from './calls/outlined.js';
import { calledOf, writtenOut } from './calls/written-out.js';
import type { Machine } from './machine/machine.js';
import type { Limits } from './tries.js';
import { TooLarge } from './values/abstract.js';

/** @param partials those of rows, where they are not the library's alone */
export function wholeProgram(
  m: Machine,
  outlined: Outlined,
  given: Region,
  name: string,
  limits: Limits,
  partials?: Partials,
): { readonly func: Func; readonly isNested: boolean } {
  const { functions: inner, derivatives } = calledOf(m.parts, outlined.functions, given);
  const whole = closed(given, inner, derivatives);
  const parts = [whole.region, ...whole.functions.map((one) => one.region)];
  if (parts.map(statementCount).reduce((x, y) => x + y) > limits.statements) throw new TooLarge();
  const program: Func = {
    name,
    region: whole.region,
    ...(whole.functions.length > 0 && { functions: whole.functions }),
  };
  const isNested = derivatives.length > 0;
  const func = isNested ? writtenOut(m, program, derivatives, partials) : program;
  const [complaint] = verify(func);
  if (complaint) m.refuse(`code that is not right: ${complaint}`);
  return { func, isNested };
}
