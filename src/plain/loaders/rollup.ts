/** The plugin of Rollup. */
import { bundler } from './bundler.js';

export default bundler.rollup;
