/** Objects in pools of several classes (names/families.ts), where their class is known and where it is not. */
import type { ClassMember } from '../shapes/shapes.js';
import type { ElementMeaning, Meaning } from './meanings.js';

/** The same object, of which the class is known. */
export const memberOf = (of: ElementMeaning, member: ClassMember): ElementMeaning => ({
  ...of,
  shape: { ...of.shape, family: [member], from: member.of },
});

/** The same object, of which the pool tells the class: so it may stand where one of another class does. */
export function uncast(of: Meaning): Meaning {
  if (of.tag === 'optional') {
    const inner = uncast(of.of);
    return inner === of.of ? of : { ...of, of: inner };
  }
  const isCast = of.tag === 'element' && of.at === 0 && of.columns.pool !== undefined;
  return isCast && of.shape !== of.columns.shape ? { ...of, shape: of.columns.shape } : of;
}
