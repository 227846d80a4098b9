import webpack from 'webpack';
import config from './webpack.config.js';

webpack({ ...config, mode: 'production' }, (error, stats) => {
  if (error) throw error;
  if (stats.hasErrors()) throw new Error(stats.toString());
});
