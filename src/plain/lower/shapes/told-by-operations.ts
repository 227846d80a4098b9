/** Operators and methods that tell what they are used on. */
/** Operators on numbers. */
export const arithmetic = [
  '-',
  '*',
  '/',
  '%',
  '**',
  '+',
  '<',
  '<=',
  '>',
  '>=',
  '|',
  '&',
  '<<',
  '>>',
];
/** Methods that arrays have, and texts perhaps. */
export const ofArrays = [
  'slice',
  'at',
  'entries',
  'concat',
  'indexOf',
  'includes',
  'fill',
  'reverse',
  'sort',
];
/** Methods with a function on elements, and which of its parameters takes them. */
export const onElements: Readonly<Record<string, number | undefined>> = {
  map: 0,
  forEach: 0,
  filter: 0,
  find: 0,
  findIndex: 0,
  some: 0,
  every: 0,
  reduce: 1,
  reduceRight: 1,
};
