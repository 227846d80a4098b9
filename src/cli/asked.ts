/** The form of a verb, and the input that it gets. */
import type { ParseArgsConfig } from 'node:util';
import type { Exit } from './failure.js';
import type { Streams } from './streams.js';

/** An option: how it is read, what stands for its value, and what it is for. */
export type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  readonly value?: string;
  readonly text: string;
};

/** The input of a verb. */
export interface Asked extends Streams {
  readonly subject: string;
  readonly options: Readonly<
    Record<string, string | boolean | readonly (string | boolean)[] | undefined>
  >;
  /** Loads a module of the user. */
  readonly load: (path: string) => Promise<object>;
}

export type Answer = (asked: Asked) => Exit | Promise<Exit>;

export interface Verb {
  /** Empty if it takes none. */
  readonly subject: string;
  /** True if it takes several subjects, separated by blanks. */
  readonly isList?: boolean;
  readonly text: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly answer: () => Promise<Answer>;
}
