import deltaTape from 'delta-tape/webpack';
import webpack from 'webpack';

const config = {
  mode: 'production',
  target: 'node',
  entry: './src/main.ts',
  output: { filename: 'main.cjs' },
  devtool: 'source-map',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  plugins: [deltaTape()],
};

webpack(config, (error, stats) => {
  if (error) throw error;
  if (stats.hasErrors()) throw new Error(stats.toString());
});
