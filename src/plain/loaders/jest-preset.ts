/**
 * `preset: 'delta-tape'` for Jest. It uses delta-tape/jest for every file of the project, and for this library
 * and numpy-ts, whose ES modules Jest cannot load before Node 24.9.
 */
import { packageOf } from './packages.js';
import { packageNames } from './file-patterns.js';

const { selection, folder } = packageOf(process.cwd());
const packages = [
  'delta-tape/dist',
  'numpy-ts',
  ...packageNames(selection.include ?? [], folder),
].join('|');

export default {
  transform: { '\\.(?:[cm]?[jt]s|[jt]sx)$': 'delta-tape/jest' },
  // Some package managers have packages in folders in node_modules.
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${packages})/)`],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx'] },
};
