import deltaTape from 'delta-tape/rspack';

export default {
  target: 'node',
  entry: './src/main.ts',
  output: { filename: 'main.cjs' },
  module: { rules: [{ test: /\.ts$/, loader: 'builtin:swc-loader', type: 'javascript/auto' }] },
  plugins: [deltaTape()],
};
