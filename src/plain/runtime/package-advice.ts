/** Advice where a native operator of a package met a dual. Only where there are files, packages are known by their places. */
import { advice } from '../../errors/error-advice.js';
import { calledSites, sites, type Site } from '../../errors/call-site.js';
import { bundlerName, isJest } from './loaded-by.js';
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

advice.package = (found) => {
  const own = packageAt(found);
  return own && ofPackages(own);
};
