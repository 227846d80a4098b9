/** The contents of a link, written and read. */
import fc from 'fast-check';
import { deflateSync, strToU8 } from 'fflate';
import { addressOf, addressOfExample, readAddress } from '../../../site/explorer/logic/address.js';

const choice = fc
  .record(
    {
      held: fc.array(fc.nat(9), { minLength: 1 }),
      lengths: fc.dictionary(fc.stringMatching(/^\w+(\[\])?$/), fc.nat(99), { minKeys: 1 }),
    },
    { requiredKeys: [] },
  )
  .filter((one) => Object.keys(one).length > 0);

const shown = fc.record(
  {
    code: fc.string({ unit: 'grapheme', maxLength: 300 }),
    name: fc.string({ maxLength: 10 }),
    at: fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0)),
    choice,
  },
  { requiredKeys: ['code'] },
);

test('An address leads back to the code, the function and the numbers.', () => {
  fc.assert(fc.property(shown, (one) => expect(readAddress(addressOf(one))).toEqual(one)));
  expect(readAddress(addressOfExample({ example: 'wave' }))).toEqual({ example: 'wave' });
  const moved = { example: 'wave', at: [1, -2.5e-7] };
  expect(readAddress(addressOfExample(moved))).toEqual(moved);
  fc.assert(
    fc.property(choice, (made) => {
      const chosen = { example: 'wave', choice: made };
      expect(readAddress(addressOfExample(chosen))).toEqual(chosen);
    }),
  );
});

test('An address has only characters that links keep.', () => {
  fc.assert(fc.property(shown, (one) => expect(addressOf(one)).toMatch(/^#code=[\w-]+$/)));
});

test('An address that is cut short, changed or empty says nothing.', () => {
  const address = addressOf({ code: 'const f = (x: number) => x;' });
  expect(readAddress(address.slice(0, -8))).toBeUndefined();
  expect(readAddress(address.replace('=', '=AA'))).toBeUndefined();
  for (const hash of ['', '#', '#code=', '#code=%%%', '#top']) {
    expect(readAddress(hash)).toBeUndefined();
  }
  expect(readAddress('#example=wave&at=1,x')).toEqual({ example: 'wave' });
  expect(readAddress('#example=wave&held=x&lengths=x:y,z')).toEqual({ example: 'wave' });
});

test('A short address that stands for much text is refused.', () => {
  const bomb = deflateSync(strToU8(JSON.stringify({ code: ' '.repeat(5_000_000) })), { level: 9 });
  const text = Buffer.from(bomb).toString('base64url');
  expect(text.length).toBeLessThan(10_000);
  expect(readAddress(`#code=${text}`)).toBeUndefined();
});
