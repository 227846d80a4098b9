/** Lines that are not too long. */

const WIDTH = 100;

/** The parts of a list between brackets. */
function partsOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let k = 0; k < list.length; k++) {
    if ('([{'.includes(list[k])) depth++;
    if (')]}'.includes(list[k])) depth--;
    if (list[k] === ',' && depth === 0) {
      parts.push(list.slice(start, k).trim());
      start = k + 1;
    }
  }
  return [...parts, list.slice(start).trim()].filter((part) => part !== '');
}

/**
 * A line that ends with a list in brackets, which stands in lines of its own if the line is too long. O(length), times
 * the depth of brackets.
 */
export function laidOut(before: string, list: string, after: string, indent: string): string[] {
  const line = `${indent}${before}${list}${after}`;
  const open = list.search(/[[({]/);
  const isList = open >= 0 && /^(\w+: )?[[({]/.test(list) && /[\])}]$/.test(list);
  if (line.length <= WIDTH || !isList) return [line];
  const inner = partsOf(list.slice(open + 1, -1));
  return [
    `${indent}${before}${list.slice(0, open + 1)}`,
    ...inner.flatMap((part) => laidOut('', part, ',', `${indent}  `)),
    `${indent}${list.at(-1)}${after}`,
  ];
}
