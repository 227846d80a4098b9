export default {
  transform: { '\\.[jt]s$': ['delta-tape/jest', { then: '@swc/jest' }] },
  // Only for Node below 24.9, where Jest cannot load ES modules such as those of delta-tape.
  transformIgnorePatterns: ['/node_modules/(?!delta-tape/)'],
};
