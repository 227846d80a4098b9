/** Which code may run without asking: the snippets of our own pages, known by the hashes of their texts. */

/** The file that the build writes: the SHA-256 of each snippet, in hexadecimal digits. */
const FILE = 'own-code.json';

let known: Promise<ReadonlySet<string>> | undefined;
const ownCode = (): Promise<ReadonlySet<string>> =>
  (known ??= fetch(FILE)
    .then((response) => response.json() as Promise<readonly string[]>)
    .then((hashes) => new Set(hashes)));

/**
 * True if a page of the documentation shows this code. Where that cannot be known, it is somebody
 * else's.
 */
export async function isOurs(code: string): Promise<boolean> {
  try {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
    const digits = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'));
    return (await ownCode()).has(digits.join(''));
  } catch {
    // A server without TLS has no digests, and an explorer that was built alone has no snippets.
    return false;
  }
}
