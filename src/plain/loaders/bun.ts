/**
 * The plugin of Bun, for `Bun.build` and, by delta-tape/register, for programs that Bun runs. (unplugin's plugin
 * is for `Bun.build` only.)
 */
import { readFileSync } from 'node:fs';
import { asModule, isCommonjs } from './bun-commonjs.js';
import { translatedFile } from './bundler.js';
import { withMap } from './source-maps.js';
import type { Selection } from './options.js';
import { packageNames } from './file-patterns.js';
import { selectionIn, selector, type Selected } from './selection.js';

/** The interface that Bun gives to a plugin, as far as this plugin uses it. */
interface Build {
  onLoad(
    files: { readonly filter: RegExp },
    load: (file: { readonly path: string; readonly loader: string }) => {
      readonly contents: string;
      readonly loader: string;
    },
  ): unknown;
}

export interface Plugin {
  readonly name: string;
  setup(build: Build): void;
}

/** The files to ask for: those of the project, and those of packages that an option names. */
function filterFor({ selection: { include = [] }, folder }: Selected): RegExp {
  const names = packageNames(include, folder).map((name) => `^.*/node_modules/${name}/`);
  const expressions = include.flatMap((pattern) =>
    pattern instanceof RegExp && pattern.source.includes('node_modules') ? [pattern.source] : [],
  );
  const places = ['^(?!.*/node_modules/)', ...names].map((place) =>
    place.replace(/(?<!\[\^)\//g, '[\\\\/]'),
  );
  return new RegExp(`(?:${[...places, ...expressions].join('|')}).*\\.(?:[cm]?[jt]s|[jt]sx)$`);
}

/**
 * @param isSmall whether code is for a bundle, and not run at once
 * @throws DeltaTapeError if there are options other than `include` and `exclude`.
 */
export default function bun(
  selection: Selection = {},
  folder = process.cwd(),
  isSmall = true,
): Plugin {
  const selected = selectionIn(folder, selection);
  const selects = selector(selected.selection, selected.folder);
  return {
    name: 'delta-tape',
    setup(build) {
      build.onLoad({ filter: filterFor(selected) }, ({ path, loader }) => {
        const code = readFileSync(path, 'utf8');
        const commonjs = isCommonjs(path, code);
        const sourceType = commonjs ? 'commonjs' : 'module';
        // In a bundle, code cannot check the other modules that were read, and Bun does not say beforehand where imports lead.
        const small = { isSmall, keepsTexts: !isSmall, isAlone: isSmall };
        const result = translatedFile(path, code, selects, { sourceType }, small);
        if (commonjs && !isSmall) return { contents: asModule(result?.code ?? code, code), loader };
        return { contents: result === undefined ? code : withMap(result), loader };
      });
    },
  };
}
