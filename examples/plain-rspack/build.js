import { rspack } from '@rspack/core';
import config from './rspack.config.js';

rspack({ ...config, mode: 'production' }, (error, stats) => {
  if (error) throw error;
  if (stats.hasErrors()) throw new Error(stats.toString());
});
