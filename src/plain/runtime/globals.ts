/** Globals of the language, for modules that give their names another meaning. */
const { Math: math, NaN: nan, Infinity: infinity } = globalThis;

export { infinity as Infinity, math as Math, nan as NaN };
