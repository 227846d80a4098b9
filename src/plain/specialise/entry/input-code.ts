/**
 * Writes what reads arguments for derivatives along directions: the values that code takes, and where the reals of the arguments stand
 * among those of its inputs.
 */
import { inputsWithBlocks, withArguments } from '../../../derivatives/argument-shapes.js';
import { keysOf, positionsOf } from '../../../derivatives/arguments/chosen.js';
import type { Wrt } from '../../../derivatives/signatures.js';
import { holdsReals, type Type } from '../../ir/ir.js';
import { Refusal } from '../values/abstract.js';
import { countedLike } from './counted-reals.js';
import { GradientCode } from './gradient-code.js';
import type { Form } from './gradient-forms.js';
import { areKeys, type Reader } from './reader.js';

/** The arguments of a call, as code takes them. */
export interface Inputs {
  readonly values: readonly unknown[];
  /** For each real of the arguments its place among those of the inputs, or -1; null if these are the same. */
  readonly order: Int32Array | null;
}

/** The parts of arguments that have the order of the reals that they hold, unless what they ask differs. */
class InOrder {
  readonly conditions: string[] = [];
  readonly keys: (readonly string[])[] = [];
  isPlain = true;

  look(form: Form | null, of: string): void {
    switch (form?.tag) {
      case 'tuple':
        return form.items.forEach((item, k) => this.look(item, `${of}[${k}]`));
      case 'object': {
        const { keys, proto, slot } = form;
        if (keys === null || proto !== Object.prototype) return void (this.isPlain = false);
        this.keys.push(keys);
        this.conditions.push(
          areKeys(`$visible(${slot})`, keys),
          `$names(${slot}).length === ${keys.length} && $symbols(${slot}).length === 0`,
        );
        for (const key of keys) {
          const [field, at] = [form.fields.get(key), `${slot}[${JSON.stringify(key)}]`];
          if (field) this.look(field, at);
          else this.conditions.push(`typeof ${at} === 'string' || typeof ${at} === 'boolean'`);
        }
        return;
      }
      case 'list':
        this.isPlain = false;
    }
  }
}

/** The parameters that hold the reals of an argument, in the order of these as far as that is known. */
function paramsIn(form: Form | null): readonly { readonly param: number; readonly type: Type }[] {
  switch (form?.tag) {
    case 'number':
    case 'numbers':
      return [form];
    case 'tuple':
      return form.items.flatMap(paramsIn);
    case 'list':
      return form.params;
    case 'object': {
      const { keys, fields } = form;
      const all = [...new Set([...(keys ?? []), ...fields.keys()])];
      return all.flatMap((key) => paramsIn(fields.get(key) ?? null));
    }
    case 'same':
      if (form.mayHoldReals)
        throw new Refusal('a derivative with respect to what is taken for known', undefined);
      return [];
    default:
      return [];
  }
}

/** The forms of what is named; of the first argument, that of some of its fields. */
function chosenForms(forms: readonly (Form | null)[], wrt: Wrt): readonly (Form | null)[] {
  const keys = keysOf(wrt);
  if (keys === null) return positionsOf(wrt).map((k) => forms[k]);
  const [form] = forms;
  if (form?.tag !== 'object')
    throw new Refusal('entries of an argument that is not an object', undefined);
  const fields = new Map([...form.fields].filter(([key]) => keys.includes(key)));
  // The others hold reals that are not inputs.
  return [{ ...form, fields, keys: null }];
}

export interface InputCode {
  /** The places of the inputs among the parameters. */
  readonly places: readonly number[];
  /** Null for arguments of another kind. O(size). */
  readonly read: (args: readonly unknown[]) => Inputs | null;
  /** The keys of objects that are inputs; null if any hides something. */
  readonly keys: readonly (readonly string[])[] | null;
}

export function inputCode(
  reader: Reader,
  forms: readonly (Form | null)[],
  count: number,
  wrt: Wrt,
): InputCode {
  const chosen = chosenForms(forms, wrt);
  const positions = positionsOf(wrt);
  const params = chosen.flatMap(paramsIn).filter(({ type }) => holdsReals(type));
  const inOrder = new InOrder();
  chosen.forEach((form, k) => inOrder.look(form, reader.argument(positions[k])));
  const { conditions, isPlain, keys } = inOrder;
  const given = Array.from({ length: count }, (_, k) => reader.param(k)).join();
  const lines = [`const values = [${given}];`];
  if (isPlain)
    lines.push(
      `${conditions.length === 0 ? '' : `if ((${conditions.join(') && (')})) `}return { values, order: null };`,
    );
  const helpers: Record<string, unknown> = {};
  if (!isPlain || conditions.length > 0) {
    // The gradient, with places in the stead of cotangents, says where each real stands.
    const names = new Map(params.map(({ param }) => [param, `c${param}`]));
    const code = new GradientCode(names, reader);
    const trees = chosen.map((form, k) => code.of(form, reader.argument(positions[k])));
    lines.push(
      'let next = 1; const count = () => next++;',
      ...params.map(
        ({ param, type }) =>
          `const c${param} = $counted(${reader.param(param)}, ${reader.constant(type)}, count);`,
      ),
      ...code.lines,
      `const order = $order(args, [${trees.join()}]);`,
      'return order && { values, order };',
    );
    Object.assign(helpers, code.helpers, {
      $counted: countedLike,
      $order: (args: readonly unknown[], made: readonly unknown[]) => orderIn(args, wrt, made),
    });
  }
  return {
    places: params.map(({ param }) => param),
    read: reader.code<Inputs>(lines, helpers),
    keys: isPlain ? keys : null,
  };
}

/** The greatest place that a float of 32 bits holds. */
const MOST = 2 ** 24;

function orderIn(args: readonly unknown[], wrt: Wrt, made: readonly unknown[]): Int32Array | null {
  const replaced = withArguments(args, wrt, made);
  const places = inputsWithBlocks(replaced, wrt).flatMap(({ reals }) => reals);
  return places.length < MOST && places.every((place) => typeof place === 'number')
    ? Int32Array.from(places, (place) => place - 1)
    : null;
}
