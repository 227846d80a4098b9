/** The global names of the language. What an environment adds may be another value where the file runs. */
export const languageNames: ReadonlySet<string> = new Set([
  ...['undefined', 'NaN', 'Infinity', 'Math', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt'],
  ...['Object', 'Function', 'Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Reflect', 'Error'],
  ...['RangeError', 'TypeError', 'SyntaxError', 'EvalError', 'ReferenceError', 'RegExp'],
  ...['Float64Array', 'Float32Array', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'ArrayBuffer'],
  ...['isNaN', 'isFinite', 'parseInt', 'parseFloat'],
]);
