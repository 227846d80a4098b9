/**
 * Advice for the error of a native operator that met a dual. It depends on the place of the operator: in a
 * package, in a file of the project, or in a function of the platform that translated code called.
 */
import { advice } from '../../core/error-advice.js';
import { nativeCaller, sites, type Site } from '../../core/call-site.js';
import { versionedMethods } from './natives.js';
import { bundlerName, isJest } from './loaded-by.js';

const inPackage =
  /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/.][^\\/]*)[\\/](?!.*[\\/]node_modules[\\/])/;

const packageAt = ({ location }: Site): string | undefined => inPackage.exec(location)?.[1];

const isTranslated = ({ name }: Site): boolean => /\$(dual|tape)\d*$/.test(name ?? '');

/** The line of configuration for a package, for the loader by which the program runs. */
function lineFor(name: string): string {
  const bundler = bundlerName();
  const include = ['.', `node_modules/${name}`];
  if (bundler !== undefined) {
    const list = include.map((pattern) => `'${pattern}'`).join(', ');
    return `deltaTape({ include: [${list}] }) of delta-tape/${bundler}`;
  }
  const field = `"delta-tape": ${JSON.stringify({ include }).replaceAll(/([,:{])|(})/g, '$1 $2')}`;
  const also = isJest() ? ", with preset: 'delta-tape' in jest.config.js" : '';
  return `${field} in package.json${also}`;
}

function ofPackage(name: string): string {
  const own = sites().find((site) => packageAt(site) === undefined);
  const caller = own === undefined ? '' : `, called from ${own.location}`;
  return (
    `That is in the package ${name}${caller}. Have it translated: ${lineFor(name)}. ` +
    'Or give its derivative by customGradient.'
  );
}

/** The name of a function of the platform that takes no duals, whether it is translated or not. */
function unknownNative(): string | undefined {
  const caller = nativeCaller();
  const method = caller?.replace(/^.*\./, '');
  return method === undefined || versionedMethods.has(method) ? undefined : caller;
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

advice.nativeOperator = (found) => {
  if (isTranslated(found)) return ofNative(nativeCaller());
  const name = packageAt(found);
  if (name !== undefined) return ofPackage(name);
  const native = unknownNative();
  return native === undefined ? ofFile() : ofNative(native);
};
