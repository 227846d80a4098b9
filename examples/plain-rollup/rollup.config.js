import deltaTape from 'delta-tape/rollup';

export default {
  input: 'src/index.js',
  external: /^delta-tape/,
  output: { file: 'dist/index.js', sourcemap: true },
  plugins: [deltaTape()],
};
