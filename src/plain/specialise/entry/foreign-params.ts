/** Values of the program that code is given as they are, such as arrays of NumPy: parameters of the type `host`. */
import { isBlock } from '../../../core/block.js';
import type { Type, Value } from '../../ir/ir.js';
import type { Abstract } from '../values/abstract.js';
import type { Form } from './gradient-forms.js';
import type { Reader, Slot } from './reader.js';

/** The owner of the parameters of a function. */
interface Owner {
  readonly reader: Reader;
  readonly forms: Map<Abstract, Form>;
  readonly params: readonly { readonly value: Value }[];
  readonly param: (slot: Slot, type: Type, name: string) => number;
}

export class ForeignParams {
  private readonly known = new Map<object, Value>();

  constructor(private readonly owner: Owner) {}

  /** One that is always the same. */
  constant(of: object): Value {
    let value = this.known.get(of);
    if (value === undefined) {
      const { name = '' } = of as { readonly name?: string };
      const { params, reader } = this.owner;
      ({ value } = params[this.owner.param(reader.constant(of), 'host', name)]);
      this.known.set(of, value);
    }
    return value;
  }

  /** An array of NumPy. */
  block(slot: Slot, name: string): Abstract {
    const { forms, params, reader } = this.owner;
    reader.ask(`${reader.constant(isBlock)}(${slot})`);
    const param = this.owner.param(slot, 'host', name);
    const { value } = params[param];
    const made = { tag: 'foreign', value } as const;
    forms.set(made, { tag: 'number', param, type: 'host' });
    return made;
  }
}
