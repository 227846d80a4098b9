/** Maps of what others make of translations without looking at the maps of these. */
import { remapping } from '../../vendor/babel.js';
import type { SourceMap, Translation } from '../translate.js';

const mapAtEnd = /\n\/\/# sourceMappingURL=data:application\/json[^\n]*base64,(\S+)\s*$/;

/** What was made of a translation, with a map at its end, as if made of what was translated. */
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
