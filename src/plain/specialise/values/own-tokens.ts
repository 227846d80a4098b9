/** Objects that stand for functions of the specialiser, such as bound ones: no program may get them. */
const tokens = new WeakSet<object>();

export const ownToken = (): object => {
  const token = {};
  tokens.add(token);
  return token;
};

export const isOwnToken = (of: unknown): boolean => tokens.has(of as object);
