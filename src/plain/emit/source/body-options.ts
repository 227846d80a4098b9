/** The options with which the body of a function of a file is written, and the result. */
import type { Value } from '../../ir/ir.js';
import type { Text } from '../text.js';
import type { Program } from './called.js';
import type { Reading } from './expressions.js';
import type { Helper } from './helpers.js';
import type { Scopes } from './scopes.js';

export interface BodyOptions {
  readonly program: Program;
  /** True if other functions of the file call the function. */
  readonly isCalled: boolean;
  readonly scopes: Scopes;
  /** The texts of the parameters. */
  readonly params: ReadonlyMap<Value, Text>;
  readonly readings: ReadonlyMap<string, Reading>;
  /** The values of the function that the user wrote. */
  readonly own: ReadonlySet<Value>;
  /** Those of them that the user gave a name. */
  readonly named: ReadonlySet<Value>;
  readonly isIndexChecked: boolean;
  /** True if a value is an array that TypeScript may take for a readonly one. */
  readonly isReadonly: (value: Value) => boolean;
  /** True if the user's statements are followed by a reverse sweep. */
  readonly hasWayBack: boolean;
  /** Returns the name of a helper. */
  readonly helper: (name: Helper) => string;
}

export interface Body {
  readonly lines: readonly string[];
  /** The expressions of the results. */
  readonly results: readonly Text[];
}
