/** The checksum of zip files (CRC-32). */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

export function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) rest = table[(rest ^ bytes[k]) & 255] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
