/** Plain TypeScript: functions written with native operators, translated so that they can be differentiated. */
export { derivativeSource } from './derivative-source.js';
export { plain, type PlainOptions, type Scope } from './plain.js';
export { translate, type SourceMap, type TranslateOptions, type Translation } from './translate.js';
export { why, type Obstacle, type RunOf, type Signature, type VersionOf, type Why } from './why.js';
