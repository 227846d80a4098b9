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
  resolver: '<rootDir>/test/support/resolver.js',
  reporters: ['default', '<rootDir>/test/support/closing-line.js'],
};
