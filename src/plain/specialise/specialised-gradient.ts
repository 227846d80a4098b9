/** The gradient of a specialised function: one code that reads arguments, computes, and puts cotangents into their form. */
import { mapReals } from '../../core/trees/tree.js';
import { drawsNumbers, handsOnHosts } from '../ir/host.js';
import { holdsReals, isArray, type Func } from '../ir/ir.js';
import { OutsideOfTier } from '../ir/leave.js';
import { improved } from '../improve/improved.js';
import { forgetDrawn, keepingDrawn } from '../runtime/random-numbers.js';
import { Derivatives } from '../runtime/compiled/answers/derivatives.js';
import { ExpectedZeros } from '../runtime/compiled/answers/expected-zeros.js';
import { holdsNaN } from '../runtime/compiled/answers/lane-values.js';
import { recordingHost } from '../runtime/compiled/code/recording-host.js';
import { GradientCode } from './entry/gradient-code.js';
import { zerosText } from './entry/number-arrays.js';
import type { Left } from './entry/state.js';
import { leavingWhereKept } from './kept-state.js';
import type { Specialised } from './specialised.js';
import { Refusal } from './values/abstract.js';

/** The position of an argument, or a list of positions, whose gradients are a list. */
export type Positions = number | readonly number[];

/** The value, and the gradient in the form of an argument, or of a list of arguments; null where the code does not answer. */
export type Gradient = (
  args: readonly unknown[],
) => { readonly value: number; readonly gradient: unknown } | null;

/** The same before anything is written; `finish` leaves behind what the function leaves. */
export type Pending = (
  args: readonly unknown[],
) => (NonNullable<ReturnType<Gradient>> & { readonly finish?: () => void }) | null;

/** The gradient, which leaves behind what the function leaves. */
export function gradientOf(of: Specialised, by: Positions = 0): Gradient {
  const pending = pendingGradient(of, by);
  return (args) => {
    const found = pending(args);
    if (found !== null) forgetDrawn();
    if (found?.finish === undefined) return found;
    const { value, gradient, finish } = found;
    finish();
    return { value, gradient };
  };
}

export function pendingGradient(of: Specialised, by: Positions): Pending {
  if (of.result.tag !== 'number') throw new Refusal('the result is not one number', undefined);
  const derivatives = new Derivatives(improved(leavingFor(of, by)));
  const zeros = new ExpectedZeros(!of.isNested);
  let exact: Pending | undefined;
  // An exact 0 wins over partials that are not finite.
  const again: Pending = (args) =>
    // Derivatives inside never ask for an exact 0.
    of.isNested ? null : (exact ??= codeOf(of, by, derivatives, null))(args);
  const code = codeOf(of, by, derivatives, (args) => (zeros.matterIn([NaN]), again(args)));
  const draws = drawsNumbers(of.bare);
  const answer: Pending = (args) =>
    zeros.isExpected && zeros.areExpected() ? again(args) : code(args);
  return (args) => {
    try {
      // A run that answers in the place of the code, or beside it, is given the same numbers.
      return draws ? keepingDrawn(() => answer(args)) : answer(args);
    } catch (error) {
      if (error instanceof OutsideOfTier) return null;
      throw error;
    }
  };
}

/** The code of the function, which leaves where inputs meet what earlier calls kept. */
function leavingFor({ bare, params }: Specialised, by: Positions): Func {
  const positions = typeof by === 'number' ? [by] : by;
  const kept = params.map((one) => one.kept);
  return leavingWhereKept(bare, kept, (k) => positions.includes(params[k].argument));
}

/** @param again answers where cotangents are NaN; null if exact zeros are asked for at once */
function codeOf(
  of: Specialised,
  by: Positions,
  derivatives: Derivatives,
  again: Pending | null,
): Pending {
  const { f, params, reader, forms, left, isLeftByProgram } = of;
  const positions = typeof by === 'number' ? [by] : by;
  // What depends on inputs may be written into copies.
  const inputs = params.flatMap(({ value, argument, isCopied }, k) =>
    (positions.includes(argument) || isCopied) && (holdsReals(value.type) || value.type === 'host')
      ? [k]
      : [],
  );
  const found = derivatives.of('gradient', inputs, 1, again === null);
  if (found === null)
    throw new Refusal(derivatives.obstacle(inputs) ?? 'it has no adjoint', undefined);
  const names = new Map(inputs.map((k) => [k, `c${k}`]));
  const zeros: string[] = [];
  const numbers: string[] = [];
  const areNone: string[] = [];
  const hosts = inputs.filter((k) => params[k].value.type === 'host');
  let next = 1;
  for (const k of inputs) {
    const { type } = params[k].value;
    if (type === 'host') continue;
    if (isArray(type)) zeros.push(`const c${k} = ${zerosText(reader.param(k), type)};`);
    else numbers.push(`const c${k} = found[${next++}];`);
    if (positions.includes(params[k].argument))
      areNone.push(isArray(type) ? `$holdsNaN(c${k})` : `c${k} !== c${k}`);
  }
  hosts.forEach((k, at) => numbers.push(`const c${k} = recorded.cotangents[${at}];`));
  const shadows = inputs.filter((k) => isArray(params[k].value.type)).map((k) => `c${k}`);
  const isRecorded = handsOnHosts(of.func);
  if (isRecorded) areNone.push('recorded.metNaN');
  const valueOf = (k: number): string =>
    hosts.includes(k) ? `duals[${hosts.indexOf(k)}]` : reader.param(k);
  const given = [...params.map((_, k) => valueOf(k)), ...shadows].join();
  const calls = isRecorded
    ? [
        `const recorded = $recording([${hosts.map(reader.param).join()}], (duals) => $code(${given}), () => null);`,
        'const found = recorded.made;',
      ]
    : [`const found = $code(${given});`];
  const code = new GradientCode(names, reader);
  const gradients = positions.map((k) => code.of(forms[k], reader.argument(k)));
  const gradient = typeof by === 'number' ? gradients[0] : `[${gradients.join()}]`;
  const writes = isLeftByProgram ? ['$leave(args);'] : puttingBack(left, positions, next);
  const finish = writes.length === 0 ? '' : `, finish() { ${writes.join(' ')} }`;
  const lines = [
    ...zeros,
    ...calls,
    ...numbers,
    ...(again && areNone.length > 0 ? [`if (${areNone.join(' || ')}) return $again(args);`] : []),
    ...code.lines,
    `return { value: ${found.alone ? 'found' : 'found[0]'}, gradient: ${gradient}${finish} };`,
  ];
  const leave = (args: readonly unknown[]): void => leaveBehind(f, args, positions);
  const more = {
    $code: found.alone ?? found.run,
    $again: again,
    $holdsNaN: holdsNaN,
    $leave: leave,
    $recording: recordingHost,
  };
  return reader.code(lines, { ...more, ...code.helpers }) as Pending;
}

/** Lets the program leave behind what it leaves; of the varied arguments themselves a run works on copies. */
function leaveBehind(f: object, args: readonly unknown[], positions: readonly number[]): void {
  const given = args.map((arg, k) =>
    positions.includes(k) ? mapReals(arg, 'the argument', (x) => x) : arg,
  );
  (f as (...args: unknown[]) => unknown)(...given);
}

/** The lines that put back what is written; of the arguments themselves a run works on copies. */
function puttingBack(
  left: readonly Left[],
  positions: readonly number[],
  from: number,
): readonly string[] {
  let next = from;
  return left.flatMap(({ argument: of, text }) => {
    const line = text(() => `found[${next++}]`);
    return positions.includes(of) ? [] : [line];
  });
}
