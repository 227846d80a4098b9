/**
 * Advice for the error of a native operator that met a dual. It depends on the place of the operator: in a
 * package, in a file of the project, or in a function of the platform that translated code called.
 */
import { advice } from '../../errors/error-advice.js';
import { calledSites, nativeCaller, sites, type Site } from '../../errors/call-site.js';
import { versionedMethods } from './natives.js';
import { bundlerName, isJest, newFunctions } from './loaded-by.js';
import { neededBy } from './needed-packages.js';

const inPackage =
  /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/.][^\\/]*))[\\/](?!.*[\\/]node_modules[\\/])/;

interface Package {
  readonly name: string;
  readonly folder: string;
}

function packageAt({ location }: Site): Package | undefined {
  const [, folder, name] = inPackage.exec(location) ?? [];
  return name === undefined ? undefined : { name: name.replace('\\', '/'), folder: pathOf(folder) };
}

/** The path that a URL of a file names. */
const pathOf = (place: string): string =>
  place.startsWith('file:') ? decodeURIComponent(place.replace(/^file:\/\/(?=\/)/, '')) : place;

const isTranslated = ({ name }: Site): boolean => /\$(dual|tape)\d*$/.test(name ?? '');

/** Names of packages for a sentence. */
const MOST_NAMES = 12;
function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The advice how packages get translated, with the loader by which the program runs. */
function remedyFor(names: readonly string[]): string {
  const command = `npx delta-tape include ${names.join(' ')}`;
  const bundler = bundlerName();
  if (bundler !== undefined) {
    const patterns = names.map((name) => `'node_modules/${name}'`).join(', ');
    return `${command}; or by ${patterns} in the option include of deltaTape() of delta-tape/${bundler}, if it has one`;
  }
  return `${command}${isJest() ? ", with preset: 'delta-tape' in jest.config.js" : ''}`;
}

/** All packages that the gradient goes through here, innermost first, and what they need. */
function ofPackages({ name, folder }: Package): string {
  const caller = sites().find((site) => packageAt(site) === undefined);
  const found = new Map([[name, folder]]);
  for (const own of calledSites().map(packageAt))
    if (own !== undefined) found.set(own.name, own.folder);
  const names = [...found.keys()];
  const needed = neededBy([...found.values()]).filter((other) => !found.has(other));
  const through = names.length > 1 ? `, reached through ${listed(names.slice(1))}` : '';
  const from = caller === undefined ? '' : `, called from ${caller.location}`;
  const more =
    needed.length > 0
      ? `, with what ${names.length > 1 ? 'they need' : 'it needs'} (${listed(needed)})`
      : '';
  return (
    `That is in the package ${name}${through}${from}. Have ${names.length > 1 ? 'them' : 'it'} translated${more}: ` +
    `${remedyFor(names)}. Or give its derivative by customGradient.`
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
  const own = packageAt(found);
  if (own !== undefined) return ofPackages(own);
  const native = unknownNative();
  return native === undefined ? ofFile() : ofNative(native);
};
