/** The plugin of Farm. */
import { bundler } from './bundler.js';

export default bundler.farm;
