/** Pictures by the protocols of terminals. */
import { imageText } from '../../../src/cli/terminal/image.js';

const png = Uint8Array.from({ length: 7000 }, (_, k) => k % 256);

/** With names in the place of control characters. */
const readable = (text: string) => text.replaceAll('\u001b', '<ESC>').replaceAll('\u0007', '<BEL>');
const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));

test('kitty gets parts of at most 4096 characters, which make the picture together.', () => {
  const text = readable(imageText.kitty(png, 40));
  const part = /<ESC>_G([^;]*);([^<]*)<ESC>\\/g;
  const parts = [...text.matchAll(part)];
  expect(parts.map(([, control]) => control)).toEqual(['a=T,f=100,q=2,c=40,m=1', 'm=1', 'm=0']);
  expect(parts.every(([, , data]) => data.length <= 4096)).toBe(true);
  expect(bytes(parts.map(([, , data]) => data).join(''))).toEqual(png);
  expect(text.replace(part, '')).toBe('\n');
});

test('iTerm2 gets the picture as one file with its size.', () => {
  const text = readable(imageText.iterm2(png, 40));
  const [, size, width, data] =
    /^<ESC>\]1337;File=inline=1;size=(\d+);width=(\d+):([^<]*)<BEL>\n$/.exec(text)!;
  expect([size, width]).toEqual(['7000', '40']);
  expect(bytes(data)).toEqual(png);
});
