/** Source maps of code that another tool made of a translation without reading the translation's map. */
import { remapping } from '../../vendor/babel.js';
import type { SourceMap, Translation } from '../translate.js';

const mapAtEnd = /\n\/\/# sourceMappingURL=data:application\/json[^\n]*base64,(\S+)\s*$/;

/**
 * The code that was made of a translation, with a map that leads to the source. `made` has its own map at its
 * end.
 */
export function remapped(made: string, before: SourceMap): Translation {
  const [comment, text] = mapAtEnd.exec(made) ?? [];
  if (comment === undefined) return { code: made, map: before };
  const after = JSON.parse(Buffer.from(text, 'base64').toString()) as SourceMap;
  const map = remapping(JSON.stringify(after), (_, { depth }) =>
    depth === 1 ? JSON.stringify(before) : null,
  );
  return {
    code: made.slice(0, -comment.length),
    map: JSON.parse(JSON.stringify(map)) as SourceMap,
  };
}
