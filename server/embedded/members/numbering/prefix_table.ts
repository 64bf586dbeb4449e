/** Longest-prefix search in the package's data files; a file is a flat BSON document of prefix to text. */

/** The text of the longest matching prefix; undefined when the data has none. */
export type PrefixTable = (digits: string) => string | undefined;

const BSON_STRING = 2;
const HEADER_BYTES = 4;
const LENGTH_BYTES = 4;
const ZERO = 48;
/** Digits that a number holds exactly, after a leading 1 that preserves zeros. */
const MAX_DIGITS = 15;

/**
 * Indexes a file without decoding any entry, so that the largest one (China, 3.9 MB) blocks other requests for
 * milliseconds only; a look-up decodes just its result.
 */
export function parsePrefixTable(bytes: Uint8Array): PrefixTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const keys: number[] = [];
  const offsets: number[] = [];
  let at = HEADER_BYTES;
  while (at < bytes.length && bytes[at] !== 0) {
    if (bytes[at] !== BSON_STRING) throw new TypeError("The phone data has a value that is not a text");
    let key = 1;
    for (at += 1; bytes[at] !== 0; at++) key = key * 10 + (bytes[at] ?? ZERO) - ZERO;
    keys.push(key);
    offsets.push(at + 1);
    at += 1 + LENGTH_BYTES + view.getInt32(at + 1, true);
  }
  const find = buildIndex(keys, offsets);
  const decoder = new TextDecoder();
  return (digits) => {
    for (let prefix = parseKey(digits); prefix > 1; prefix = Math.floor(prefix / 10)) {
      const textAt = find(prefix);
      if (textAt === undefined) continue;
      const from = textAt + LENGTH_BYTES;
      return decoder.decode(bytes.subarray(from, from + view.getInt32(textAt, true) - 1));
    }
    return undefined;
  };
}

function parseKey(digits: string): number {
  return Number(`1${digits.slice(0, MAX_DIGITS)}`);
}

/** Open addressing in flat arrays: a Map of the same size takes ten times as long to fill. */
function buildIndex(keys: readonly number[], offsets: readonly number[]): (key: number) => number | undefined {
  const bits = Math.max(4, Math.ceil(Math.log2(keys.length * 2 + 1)));
  const mask = 2 ** bits - 1;
  const slots = new Float64Array(mask + 1);
  const values = new Uint32Array(mask + 1);
  const slotOf = (key: number) => {
    let slot = (Math.imul(key % 0x1_0000_0000, 0x9e37_79b1) ^ Math.imul(key / 0x1_0000_0000, 0x85eb_ca6b)) >>>
      (32 - bits);
    while (slots[slot] !== 0 && slots[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  keys.forEach((key, at) => {
    const slot = slotOf(key);
    slots[slot] = key;
    values[slot] = offsets[at] ?? 0;
  });
  return (key) => {
    const slot = slotOf(key);
    return slots[slot] === key ? values[slot] : undefined;
  };
}
