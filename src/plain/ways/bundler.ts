/** The way in for bundlers, by unplugin: files are translated before anything else sees them. */
import { createUnplugin } from 'unplugin';
import { compile } from '../translate.js';
import { isMapMissing } from './maps.js';
import { directivesOf, isCode, selector, type Selection } from './selection.js';

/** What bundlers append to paths. */
const withoutQuery = (id: string): string => id.replace(/[?#].*$/, '');

/** Bundlers for which every file is a module, unless its name says otherwise. */
const modulesOnly = ['vite', 'rollup', 'rolldown'];

export const bundler = createUnplugin((selection: Selection | undefined, { framework }) => {
  const selects = selector(selection ?? {}, process.cwd());
  return {
    name: 'delta-tape',
    enforce: 'pre',
    transform: {
      filter: { id: /\.([cm]?[jt]s|[jt]sx)([?#]|$)/ },
      handler(code, id) {
        const filename = withoutQuery(id);
        if (!isCode(filename) || !selects(filename, directivesOf(code))) return undefined;
        const module = modulesOnly.includes(framework) && !/\.c[jt]s$/.test(filename);
        return compile(
          code,
          { filename, ...(module ? { sourceType: 'module' } : {}) },
          { translated: true, commonjs: false, ignoresMap: isMapMissing(filename, code) },
        );
      },
    },
  };
});
