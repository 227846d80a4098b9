/* global module -- which CommonJS has */
module.exports = {
  transform: { '\\.[jt]sx?$': ['delta-tape/jest', { then: 'ts-jest' }] },
  // Jest loads ES modules, such as those of delta-tape, only with NODE_OPTIONS=--experimental-vm-modules on Node 24.9.
  transformIgnorePatterns: ['/node_modules/(?!delta-tape/)'],
  // TypeScript is imported by the name it will have.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1'] },
};
