/**
 * Errors of loading and translating plain TypeScript. As in errors/errors.ts, the first sentence says what happened,
 * and the next one what to do.
 */
import { DeltaTapeError, describe } from '../errors/errors.js';

const called = (name: string): string => (name === '' ? 'the function' : name);

const elsewhere =
  'Or have its module translated before it runs: with node --import delta-tape/register, ' +
  'delta-tape/babel, or the plugin of your bundler.';

export const notAFunction = (operator: string, value: unknown) =>
  new DeltaTapeError(
    'plain-needs-function',
    `${operator} takes a function, but it was given ${describe(value)}.`,
  );

export const noText = (name: string) =>
  new DeltaTapeError(
    'no-text',
    `${called(name)} has no text to translate: it is built into JavaScript, or made by bind. ` +
      'Give plain the function as it was written, and bind the result.',
  );

export const notOfAKind = (name: string, kind: string) =>
  new DeltaTapeError(
    'not-plain-function',
    `plain translates functions, but ${called(name)} is ${kind}. ` +
      `Give it a function instead. ${elsewhere}`,
  );

export const missing = (name: string, variables: readonly string[]) => {
  const list = variables.join(', ');
  const few = variables.length === 1 ? 'a variable' : 'variables';
  return new DeltaTapeError(
    'missing-variable',
    `${called(name)} uses ${few} from outside of it that plain cannot see: ${list}. ` +
      `Give plain the option { scope: { ${list} } }, or { scope: (name) => eval(name) } for all there are. ` +
      'Write a function that calls itself as function f() {…}.',
  );
};

export const assigned = (name: string, variables: readonly string[]) =>
  new DeltaTapeError(
    'assigned-variable',
    `${called(name)} assigns to ${variables.join(', ')} outside of it, which the function that plain makes cannot do. ` +
      `Return the new value, or keep it as a property of an object. ${elsewhere}`,
  );

export const tiedToItsPlace = (name: string, what: string) =>
  new DeltaTapeError(
    'tied-to-place',
    `${called(name)} uses ${what} of the place where it was written, which plain cannot see. ` +
      `Pass the value as an argument. ${elsewhere}`,
  );

export const notReadable = (name: string, problem: string) =>
  new DeltaTapeError(
    'unreadable-text',
    `the text of ${called(name)} cannot be read by itself: ${problem}. ` +
      `Give plain a function that does not depend on a class around it. ${elsewhere}`,
  );

export const noCodeFromText = () =>
  new DeltaTapeError(
    'code-forbidden',
    'plain makes a function from text, and a content security policy forbids this here. ' +
      'Translate the program before it runs instead: with delta-tape/babel, or the plugin of your bundler.',
  );

export const invalidScope = (value: unknown) =>
  new DeltaTapeError(
    'invalid-scope',
    'the option scope must be an object with the captured variables, or a function from a name to its value, ' +
      `such as (name) => eval(name), which throws for unknown names; but it is ${describe(value)}.`,
  );

export const notTranslated = (operator: string, name: string) =>
  new DeltaTapeError(
    'not-translated',
    `${called(name)} has no derivative version: it is not translated, or does nothing that needs one. ` +
      `Give ${operator} a function that computes: the result of plain, or one of a translated module.`,
  );

export const nothingKnown = (name: string) =>
  new DeltaTapeError(
    'nothing-known',
    `why knows nothing of ${called(name)}: it is not translated, or it stands inside another function ` +
      'and no compiled code has used it. Give why the result of plain, or a function at the top of a translated module.',
  );

export const outOfSight = (name: string, version: string) =>
  new DeltaTapeError(
    'hidden-version',
    `the derivative version of ${called(name)} is ${version}, a function that only its module sees. ` +
      'Print the whole module with translate.',
  );

/** Babel says before it which file is meant. */
export const needsCompiler = (construct: string, line: number) =>
  new DeltaTapeError(
    'needs-compiler',
    `line ${line} has ${construct}, which Babel does not compile as TypeScript does. ` +
      'Install typescript or esbuild in the project (npm install --save-dev typescript): a loader then has it remove the types first.',
  );

export const tooDeep = (why: string) =>
  new DeltaTapeError(
    'too-deep',
    `code is nested too deeply for the stack of this thread, and ${why}. ` +
      'Give parts of the code names (const part = …), or have its module translated by Node before it runs: ' +
      'with node --import delta-tape/register, delta-tape/jest, or the plugin of your bundler.',
  );

/** @param file unless Babel itself says which */
export const tooDeepForBabel = (file?: string) =>
  new DeltaTapeError(
    'too-deep-for-babel',
    `${file === undefined ? '' : `${file}: `}the file is nested too deeply for the stack of this run of Babel. ` +
      'Give parts of the code names (const part = …), or have the file translated without a Babel of your own: ' +
      'with node --import delta-tape/register, delta-tape/jest, or the plugin of your bundler.',
  );
