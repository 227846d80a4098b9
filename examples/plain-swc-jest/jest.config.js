export default {
  transform: { '\\.[jt]s$': ['delta-tape/jest', { then: '@swc/jest' }] },
  // Jest loads ES modules, such as those of delta-tape, only with NODE_OPTIONS=--experimental-vm-modules on Node 24.9.
  transformIgnorePatterns: ['/node_modules/(?!delta-tape/)'],
};
