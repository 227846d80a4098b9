/** Text in files. */
import { strFromU8, strToU8 } from '../../vendor/deflate.js';

/** The text that some bytes are in UTF-8; undefined if they are none, or written in another way than is usual. */
export function textOf(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = strFromU8(bytes);
  } catch {
    return undefined;
  }
  const again = strToU8(text);
  return again.length === bytes.length && again.every((byte, k) => byte === bytes[k])
    ? text
    : undefined;
}
