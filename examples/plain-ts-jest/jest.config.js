export default {
  transform: {
    'node_modules.*\\.js$': 'delta-tape/jest',
    '\\.ts$': ['ts-jest', { babelConfig: { plugins: ['delta-tape/babel'] } }],
  },
  transformIgnorePatterns: ['/node_modules/(?!delta-tape/)'],
};
