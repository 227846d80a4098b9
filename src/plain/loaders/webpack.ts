/** The plugin of webpack. */
import { bundler } from './bundler.js';

export default bundler.webpack;
