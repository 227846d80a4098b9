/** Babel is configured here only, so that nothing but the tests is ever compiled by it. */
const babel = {
  babelrc: false,
  configFile: false,
  presets: [
    ['@babel/preset-env', { targets: { node: 'current' } }],
    ['@babel/preset-typescript', { onlyRemoveTypeImports: true }],
  ],
};

/** @type {import('jest').Config} */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testTimeout: 60_000,
  transform: { '\\.ts$': ['babel-jest', babel] },
  moduleNameMapper: {
    '^delta-tape$': '<rootDir>/src/index.ts',
    '^delta-tape/(\\w+)$': '<rootDir>/src/$1/index.ts',
    // A sibling `./x.js` is the source `./x.ts` only where no `./x.js` exists: packages are left alone.
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'],
  },
  reporters: ['default', '<rootDir>/test/support/closing-line.js'],
};
