/**
 * Advice for the error of a native operator that met a dual. It depends on the place of the operator: in a
 * package (package-advice.ts), in a file of the project, or in a function of the platform that translated code called.
 */
import { advice } from '../../errors/error-advice.js';
import { nativeCaller, type Site } from '../../errors/call-site.js';
import { versionedMethods } from './native-versions.js';
import { bundlerName, isJest, newFunctions } from './loaded-by.js';

const isTranslated = ({ name }: Site): boolean => /\$(dual|tape)\d*$/.test(name ?? '');

/** The name of a function of the platform that takes no duals, whether it is translated or not. */
function unknownNative(): string | undefined {
  const caller = nativeCaller();
  const method = caller?.replace(/^.*\./, '');
  // Where no translated code calls natives, the function is not translated that called this one.
  const isKnown = versionedMethods.size === 0 || versionedMethods.has(method ?? '');
  return method === undefined || isKnown ? undefined : caller;
}

const ofNative = (name = 'a function of the platform'): string =>
  `${name} takes no dual numbers: give it primalOf(x) if you need only the value. ` +
  'If you need the derivative, write it in plain TypeScript, or use customGradient.';

/** The advice for a file of the project. Only the names of some functions tell whether the file is translated. */
function ofFile(): string | undefined {
  const bundler = bundlerName();
  if (bundler === undefined && !isJest()) return undefined;
  const remedy =
    bundler === undefined
      ? "preset: 'delta-tape' in jest.config.js, or plugins: ['delta-tape/babel'] in babel.config.js"
      : `include and exclude of deltaTape() of delta-tape/${bundler} must not leave it out`;
  return (
    `Have that file translated: ${remedy}. ` +
    'If it is, a function of the platform was called there: give it primalOf(x).'
  );
}

/** The advice for code that was made from text. */
function ofText(): string | undefined {
  const how = newFunctions();
  if (how === undefined) return undefined;
  const remedy =
    how === 'alone'
      ? 'Have what new Function makes translated: "newFunction": true in the field "delta-tape" of package.json. '
      : 'Make it by new Function, in a file that is translated. ';
  return `That was made from text, by new Function or eval. ${remedy}Or give its derivative by customGradient.`;
}

advice.nativeOperator = (found) => {
  if (isTranslated(found)) return ofNative(nativeCaller());
  if (found.location.startsWith('<anonymous>')) return ofText();
  const inPackage = advice.package?.(found);
  if (inPackage !== undefined) return inPackage;
  const native = unknownNative();
  return native === undefined ? ofFile() : ofNative(native);
};
