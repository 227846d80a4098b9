/** Lists that compiled code is given are stored in one way, also once V8 has optimised what makes them. */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { listed } from '../../../../../src/plain/runtime/compiled/answers/listed.js';

type Make = (of: readonly number[]) => number[];

setFlagsFromString('--allow-natives-syntax');
const isHoley = runInThisContext('(list) => %HasHoleyElements(list)') as (list: object) => boolean;
const warmed = runInThisContext(
  '(make, of) => { %PrepareFunctionForOptimization(make); make(of); make(of); %OptimizeFunctionOnNextCall(make); return make(of); }',
) as (make: Make, of: readonly number[]) => number[];

const numbers = [1.5, 2.5, 3.5];
const twice = (x: unknown) => 2 * (x as number);

/** True if V8 stores lists in the same way before and after. */
function isSteady(make: Make): boolean {
  const before = isHoley(make(numbers));
  return isHoley(warmed(make, numbers)) === before;
}

test('A list is stored as before once what makes it is optimised.', () => {
  expect(isSteady((of) => listed(of, twice))).toBe(true);
  expect(listed([], twice)).toEqual([]);
  expect(listed(numbers, twice)).toEqual([3, 5, 7]);
});

test('A list that is stored in another way later is noticed.', () => {
  let calls = 0;
  expect(isSteady((of) => (calls++ === 0 ? [...of] : new Array<number>(of.length)))).toBe(false);
});
