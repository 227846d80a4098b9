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
  'pathe',
  'numpy-ts',
];

/**
 * Tests run in a context of their own, where V8 looks for globals by a slow way. These are given to each module as
 * parameters; without that, tests that compute take a quarter longer.
 */
const globals = [
  ...['Math', 'Number', 'Object', 'Array', 'Map', 'Set', 'WeakMap', 'Symbol', 'Reflect', 'Error'],
  ...['Float64Array', 'Float32Array', 'Int32Array', 'Infinity'],
];

/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testEnvironment: '<rootDir>/test/support/environment.js',
  testRunner: '<rootDir>/test/support/runner.js',
  setupFilesAfterEnv: [
    ...['seed', 'stack', 'accumulators'],
    ...(process.env.TIERS === undefined ? [] : ['tiers']),
  ].map((name) => `<rootDir>/test/support/${name}.ts`),
  testTimeout: 120_000,
  maxWorkers: '100%',
  transform: { '\\.[tj]s$': '<rootDir>/test/support/transform.js' },
  transformIgnorePatterns: [`/node_modules/(?!(${modules.join('|')})/)`],
  resolver: '<rootDir>/test/support/resolver.js',
  sandboxInjectedGlobals: globals,
  reporters: ['default', '<rootDir>/test/support/closing-line.js'],
};
