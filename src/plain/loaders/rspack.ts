/** The plugin of Rspack. */
import { bundler } from './bundler.js';

export default bundler.rspack;
