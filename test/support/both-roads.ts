/** Holds a specialised function against the program itself: values bit for bit, gradients to rounding. */
import { valueAndGrad } from 'delta-tape';
import { gradientOf, type Gradient } from '../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../src/plain/specialise/specialised.js';
import { Refusal } from '../../src/plain/specialise/values/abstract.js';
import { close } from './outcome.js';
import { load } from './plain.js';
import { loaded, program } from './known-programs.js';

type AnyFunction = (...args: unknown[]) => unknown;

/** A right answer, no answer, or the difference. */
export type Verdict =
  | { readonly tag: 'right' | 'leaves' }
  | { readonly tag: 'refused'; readonly why: string }
  | { readonly tag: 'wrong'; readonly complaint: string };

export const numbersIn = (of: unknown): readonly number[] => {
  if (typeof of === 'number') return [of];
  if (typeof of !== 'object' || of === null) return [];
  const parts =
    ArrayBuffer.isView(of) || Array.isArray(of) ? [...(of as number[])] : Object.values(of);
  return parts.flatMap(numbersIn);
};

/** True if a value has lists in it whose elements are no numbers: code may know their lengths, or not. */
const holdsLists = (of: unknown): boolean =>
  typeof of === 'object' &&
  of !== null &&
  !ArrayBuffer.isView(of) &&
  ((Array.isArray(of) && typeof of[0] !== 'number') || Object.values(of).some(holdsLists));

/** The verdict on `f` of a module by an argument; `others` are arguments of later calls. */
export function verdictOn(
  text: string,
  name: string,
  args: () => readonly unknown[],
  argument = 0,
  others: readonly (() => readonly unknown[])[] = [],
  meantText = text,
): Verdict {
  const f = loaded<Record<string, AnyFunction>>(text)[name];
  try {
    f(...args());
  } catch {
    return { tag: 'refused', why: 'the program throws' };
  }
  let isNested = false;
  const specialised = (isWidened: boolean): Gradient | Verdict => {
    try {
      const found = specialise(program, f, args(), argument, undefined, isWidened);
      ({ isNested } = found);
      return gradientOf(found, argument);
    } catch (error) {
      if (error instanceof Refusal) return { tag: 'refused', why: error.message };
      throw error;
    }
  };
  const inner = meantText.replaceAll(/^export (?=function|const|let|class)/gm, '');
  const given = /^exports\./m.test(inner) ? '' : `\nexports.${name} = ${name};`;
  const oracle = load<Record<string, AnyFunction>>(inner + given)[name];
  const judge = (gradient: Gradient, given: () => readonly unknown[]): Verdict => {
    const own = given();
    const found = gradient(own);
    if (found === null) return { tag: 'leaves' };
    const meant = oracle(...given());
    // Runs may round derivatives otherwise.
    if (!Object.is(found.value, meant) && !(isNested && close(found.value, meant as number)))
      return { tag: 'wrong', complaint: `the value ${found.value} for ${String(meant)}` };
    const by = valueAndGrad(
      oracle as never,
      { wrt: [argument] } as never,
    ) as unknown as AnyFunction;
    const expected = numbersIn((by(...given()) as { gradient: unknown }).gradient);
    const slopes = numbersIn(found.gradient);
    const isRight =
      slopes.length === expected.length && slopes.every((one, k) => close(one, expected[k]));
    return isRight
      ? { tag: 'right' }
      : { tag: 'wrong', complaint: `the gradient ${slopes.join()} for ${expected.join()}` };
  };
  const ways = args().some(holdsLists) ? [false, true] : [false];
  const verdicts = ways.map((isWidened): Verdict => {
    const gradient = specialised(isWidened);
    if (typeof gradient !== 'function') return gradient;
    const first = judge(gradient, args);
    const later = others.map((given) => judge(gradient, given));
    return [first, ...later].find(({ tag }) => tag === 'wrong') ?? first;
  });
  return verdicts.find(({ tag }) => tag === 'wrong') ?? verdicts[0];
}
