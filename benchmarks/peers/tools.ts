/** The columns of the comparison. */

export interface Tool {
  /** The name of its module, or of its folder in GradBench. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** True if it is built from a checkout of GradBench. */
  readonly native?: true;
}

const javascript: readonly Tool[] = [
  {
    id: 'primal',
    title: 'primal',
    about: 'the function itself in JavaScript, without derivatives',
  },
  { id: 'by-hand', title: 'by hand', about: 'the gradient in JavaScript as a person writes it' },
  { id: 'plain', title: 'plain', about: 'this library, plain TypeScript' },
  { id: 'explicit', title: 'explicit', about: 'this library, explicit operators' },
  {
    id: 'tfjs',
    title: 'TensorFlow.js',
    about: '@tensorflow/tfjs on WebAssembly: arrays, single precision',
  },
  { id: 'jax-js', title: 'jax-js', about: '@jax-js/jax on WebAssembly: arrays, compiled by `jit`' },
  { id: 'rose', title: 'rose', about: 'compiled to WebAssembly' },
  { id: 'adnn', title: 'adnn', about: 'its scalars' },
  { id: 'ad-js', title: 'ad.js', about: 'its fastest mode: reverse, first derivatives only' },
];

const native: readonly Tool[] = [
  {
    id: 'codipack',
    title: 'CoDiPack',
    about: 'C++ with overloaded operators, as the suite builds it',
    native: true,
  },
  {
    id: 'enzyme',
    title: 'Enzyme',
    about: 'C++ differentiated by Enzyme on LLVM 19, as a plugin of Clang or of the linker',
    native: true,
  },
  {
    id: 'tapenade',
    title: 'Tapenade',
    about: 'C that Tapenade generated, as the suite has it',
    native: true,
  },
  { id: 'manual', title: 'C++ by hand', about: '`manual` of the suite', native: true },
];

export const toolsOf = (withNative: boolean): readonly Tool[] =>
  withNative ? [...javascript, ...native] : javascript;
