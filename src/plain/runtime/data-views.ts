/** Methods of `DataView` and of memory: they read and write the bits of duals that typed arrays hold there. */
import { refuseBits } from '../../core/floats/held-elements.js';
import type { FunctionVersions } from '../../functions/function-versions.js';
import { apply, methods, type Native, type NativeVersion } from './native-versions.js';

const { prototype } = DataView;
const names = Object.getOwnPropertyNames(prototype).filter((name) => /^[gs]et[A-Z]/.test(name));

/** That of the buffers of arrays, also where a program has another `ArrayBuffer`. */
const ofMemory = Object.getPrototypeOf(new Float64Array(0).buffer) as object;

const ofBits = (native: Native): NativeVersion =>
  function (...args) {
    refuseBits(this);
    return apply(native, this, args);
  };

export const ofDataViews: FunctionVersions = [
  ...methods(prototype, names, ofBits),
  ...methods(ofMemory, ['slice', 'transfer', 'transferToFixedLength'], ofBits),
];
