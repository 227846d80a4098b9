/** The runtime of translated functions where programs are not bundled: it has the compiler. */
import '../compiler.js';
import './package-advice.js';

export * from './in-pages.js';
export { unchanged, written, writtenForOthers } from './compiled/classes-as-written.js';
export { held } from './compiled/entry/records.js';
export { called, lowered, recorded } from './compiled/lowered.js';
export { asRead, moduleAsRead, ofModule } from './compiled/modules-as-read.js';
export { notLowered } from './compiled/obstacles.js';
