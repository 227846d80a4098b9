export default {
  // The package consists of ES modules, which Jest can load on Node 24.9 and later; before, Babel compiles them.
  transformIgnorePatterns: ['/node_modules/(?!delta-tape/)'],
  // TypeScript is imported by the name it will have.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};
