import { existsSync } from 'node:fs';

/** Packages that consist of ECMAScript modules only, which Jest cannot load as they are on Node 20. */
const modules = [
  '@babel',
  'import-meta-resolve',
  'gensync',
  'obug',
  'verkit',
  'empathic',
  'js-tokens',
  'unplugin',
  'unplugin-utils',
  'pathe',
  'numpy-ts',
];

/** Where the library is built, there is Babel as one file, which loads in half the time. */
const babel = existsSync('dist/vendor/babel.js')
  ? { '/vendor/babel\\.js$': '<rootDir>/dist/vendor/babel.js' }
  : {};

/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  setupFiles: ['seed', 'stack', ...(process.env.TIERS === undefined ? [] : ['tiers'])].map(
    (name) => `<rootDir>/test/support/${name}.ts`,
  ),
  setupFilesAfterEnv: ['<rootDir>/test/support/accumulators.ts'],
  testTimeout: 120_000,
  maxWorkers: '100%',
  transform: { '\\.[tj]s$': '<rootDir>/test/support/transform.js' },
  transformIgnorePatterns: [`/node_modules/(?!(${modules.join('|')})/)`],
  moduleNameMapper: {
    ...babel,
    '^delta-tape$': '<rootDir>/src/index.ts',
    '^delta-tape/methods$': '<rootDir>/src/core/methods.ts',
    '^delta-tape/(babel|vite|rollup|esbuild|webpack)$': '<rootDir>/src/plain/loaders/$1.ts',
    '^delta-tape/compile$': '<rootDir>/src/plain/source/index.ts',
    '^delta-tape/runtime$': '<rootDir>/src/plain/runtime/index.ts',
    '^delta-tape/learn/(\\w+)$': '<rootDir>/src/learn/$1/index.ts',
    '^delta-tape/(\\w+)$': '<rootDir>/src/$1/index.ts',
    // A sibling `./x.js` is the source `./x.ts` only where no `./x.js` exists: packages are left alone.
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'],
  },
  reporters: ['default', '<rootDir>/test/support/closing-line.js'],
};
