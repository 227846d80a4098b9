import deltaTape from 'delta-tape/webpack';

export default {
  target: 'node',
  entry: './src/main.ts',
  output: { filename: 'main.cjs' },
  devtool: 'source-map',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  plugins: [deltaTape()],
};
