import deltaTape from 'delta-tape/rolldown';

export default {
  input: 'src/main.ts',
  platform: 'node',
  output: { file: 'dist/main.js' },
  plugins: [deltaTape()],
};
