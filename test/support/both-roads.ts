/** Holds a specialised function against the program itself: values bit for bit, gradients to rounding. */
import { valueAndGrad } from 'delta-tape';
import { gradientOf } from '../../src/plain/specialise/specialised-gradient.js';
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
  let gradient: ReturnType<typeof gradientOf>;
  try {
    gradient = gradientOf(specialise(program, f, args(), argument), argument);
  } catch (error) {
    if (error instanceof Refusal) return { tag: 'refused', why: error.message };
    throw error;
  }
  const inner = meantText.replaceAll(/^export (?=function|const|let|class)/gm, '');
  const given = /^exports\./m.test(inner) ? '' : `\nexports.${name} = ${name};`;
  const oracle = load<Record<string, AnyFunction>>(inner + given)[name];
  const judge = (given: () => readonly unknown[]): Verdict => {
    const own = given();
    const found = gradient(own);
    if (found === null) return { tag: 'leaves' };
    const meant = oracle(...given());
    if (!Object.is(found.value, meant))
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
  const first = judge(args);
  return [first, ...others.map(judge)].find(({ tag }) => tag === 'wrong') ?? first;
}
