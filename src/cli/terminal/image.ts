/** Pictures on terminals that show them, by the protocols of kitty and of iTerm2. */
import type { Terminal } from '../../learn/node/terminal.js';
import { Failure } from '../failure.js';
import { optional } from '../optional.js';
import { widthOf } from '../streams.js';

/** The protocol that a terminal understands. */
type Protocol = 'kitty' | 'iterm2';

/** Terminals that run in others hand no pictures on. */
const isWrapped = ({ TERM = '', TMUX, STY }: NodeJS.ProcessEnv): boolean =>
  TMUX !== undefined || STY !== undefined || /^(screen|tmux)/.test(TERM);

/** By which protocol a terminal shows pictures; null if it shows none, or if that is not known. */
async function protocolOf(isTTY: boolean): Promise<Protocol | null> {
  if (isWrapped(process.env)) return null;
  const { createSupportsTerminalGraphics } = await optional(
    'a picture in the terminal',
    ['supports-terminal-graphics'],
    () => import('supports-terminal-graphics'),
  );
  const { kitty, iterm2 } = createSupportsTerminalGraphics({ isTTY } as NodeJS.WriteStream);
  if (kitty) return 'kitty';
  return iterm2 ? 'iterm2' : null;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Kitty takes parts of at most 4096 characters, of which all but the last announce another one. */
const PARTS = /.{1,4096}/g;

/** Writes a picture for a terminal, with the width in columns. */
export const imageText: Readonly<Record<Protocol, (png: Uint8Array, columns: number) => string>> = {
  kitty(png, columns) {
    const parts = base64(png).match(PARTS) ?? [];
    const written = parts.map((part, k) => {
      const first = k === 0 ? `a=T,f=100,q=2,c=${columns},` : '';
      return `\u001b_G${first}m=${k < parts.length - 1 ? 1 : 0};${part}\u001b\\`;
    });
    return `${written.join('')}\n`;
  },
  iterm2: (png, columns) =>
    `\u001b]1337;File=inline=1;size=${png.length};width=${columns}:${base64(png)}\u0007\n`,
};

/** The greatest width of pictures, and the number of pixels of a column: enough for sharp text. */
const WIDEST = 80;
const PIXELS = 16;

/**
 * The text that shows an SVG in a terminal; null if the terminal shows no pictures, or if one of the packages is not
 * there that make one.
 */
export async function image(svg: () => Promise<string>, to: Terminal): Promise<string | null> {
  try {
    const protocol = await protocolOf(to.isTTY === true);
    if (protocol === null) return null;
    const { Resvg } = await optional(
      'a picture in the terminal',
      ['@resvg/resvg-js'],
      () => import('@resvg/resvg-js'),
    );
    const columns = Math.min(widthOf(to), WIDEST);
    const drawn = new Resvg(await svg(), { fitTo: { mode: 'width', value: PIXELS * columns } });
    return imageText[protocol](drawn.render().asPng(), columns);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
