/** Functions of which a branch takes one: a number says which one, and each call asks that number. */
import { value, type Builder } from '../../ir/build.js';
import type { Stmt, Value } from '../../ir/ir.js';
import type { ChoiceMeaning, Meaning } from './meanings.js';

/** Whether something is a function, or one of several. */
export const isCallable = ({ tag }: Meaning): boolean =>
  tag === 'function' || tag === 'row' || tag === 'imported' || tag === 'choice';

const isSame = (one: Meaning, other: Meaning): boolean =>
  one === other ||
  (one.tag === 'function' &&
    other.tag === 'function' &&
    one.node === other.node &&
    one.frame === other.frame) ||
  (one.tag === 'row' && other.tag === 'row' && one.name === other.name) ||
  (one.tag === 'imported' && other.tag === 'imported' && one.name === other.name);

/** What two branches give: one of the functions of both. */
export function joinedChoices(
  name: string,
  pair: readonly Meaning[],
  sides: readonly { readonly body: Stmt[] }[],
  yields: readonly Value[][],
): ChoiceMeaning {
  const among: Meaning[] = [];
  const placeOf = (of: Meaning): number => {
    const known = among.findIndex((one) => isSame(one, of));
    return known < 0 ? among.push(of) - 1 : known;
  };
  const made = (body: Stmt[], of: number): Value => {
    const code = value('', 'f64');
    body.push({ tag: 'let', value: code, op: { tag: 'const', value: of, args: [] } });
    return code;
  };
  pair.forEach((side, k) => {
    const { body } = sides[k];
    if (side.tag !== 'choice') {
      yields[k].push(made(body, placeOf(side)));
      return;
    }
    // The number of a function among all of them.
    const code = side.among.reduce<Value | null>((found, one, n) => {
      const place = made(body, placeOf(one));
      if (found === null) return place;
      const test = value('', 'bool');
      const asked = [side.code, made(body, n)] as const;
      body.push({ tag: 'let', value: test, op: { tag: 'compare', by: 'eq', args: asked } });
      const chosen = value('', 'f64');
      const op = { tag: 'choose', args: [test, place, found] } as const;
      body.push({ tag: 'let', value: chosen, op });
      return chosen;
    }, null);
    yields[k].push(code!);
  });
  return { tag: 'choice', code: value(name, 'f64'), among };
}

/** The functions that some meanings may be, each once. */
export function functionsIn(held: readonly Meaning[]): readonly Meaning[] {
  const among: Meaning[] = [];
  for (const of of held)
    for (const one of of.tag === 'choice' ? of.among : [of])
      if (!among.some((known) => isSame(known, one))) among.push(one);
  return among;
}

/** The place of a function among others, where the builder is; null if it is another one. */
export function chosenAmong(
  of: Meaning,
  among: readonly Meaning[],
  builder: Builder,
): Value | null {
  const placeOf = (one: Meaning): number => among.findIndex((other) => isSame(one, other));
  if (of.tag !== 'choice') {
    const place = placeOf(of);
    return place < 0 ? null : builder.constant(place);
  }
  const places = of.among.map(placeOf);
  if (places.includes(-1)) return null;
  return places.reduce<Value | null>((found, place, n) => {
    const made = builder.constant(place);
    return found === null
      ? made
      : builder.choose(builder.compare('eq', of.code, builder.constant(n)), made, found);
  }, null);
}
