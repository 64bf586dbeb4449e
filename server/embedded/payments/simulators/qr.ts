/** Draws a QR code of a short text (ISO 18004: byte mode, version 10, level L, mask 0) for the simulated Pix page. */

/** Modules on each side of version 10. */
const SIZE = 57;
export const MAX_QR_BYTES = 271;
/** Version 10-L: two blocks of 68 and two of 69 data bytes, each with 18 correction bytes. */
const BLOCKS = [68, 68, 69, 69] as const;
const DATA_BYTES = 274;
const CORRECTION_BYTES = 18;
const ALIGNMENT_CENTRES = [6, 28, 50] as const;
/** The version number with its check bits. */
const VERSION_BITS = 0x0a4d3;
/** Level L and mask 0, with check bits and the fixed mask of format information. */
const FORMAT_BITS = 0x77c4;
const PRIMITIVE = 0x11d;

type Grid = (boolean | undefined)[][];

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new RangeError(`Nothing at ${index}`);
  return found;
};

function multiply(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * PRIMITIVE);
    if ((right >> bit) & 1) product ^= left;
  }
  return product;
}

function generator(): readonly number[] {
  let root = 1;
  let poly = [1];
  for (let degree = 0; degree < CORRECTION_BYTES; degree++) {
    const next = [...poly, 0];
    poly.forEach((factor, index) => next[index + 1] = at(next, index + 1) ^ multiply(factor, root));
    poly = next;
    root = multiply(root, 2);
  }
  return poly;
}

function correctionOf(data: readonly number[]): readonly number[] {
  const poly = generator();
  const rest = [...data, ...Array<number>(CORRECTION_BYTES).fill(0)];
  for (let index = 0; index < data.length; index++) {
    const factor = at(rest, index);
    poly.forEach((value, offset) => rest[index + offset] = at(rest, index + offset) ^ multiply(value, factor));
  }
  return rest.slice(data.length);
}

/** Mode, length, text, terminator and padding; then the blocks interleaved. */
function codewords(bytes: Uint8Array): readonly number[] {
  const half = [0x4, (bytes.length >> 12) & 15, (bytes.length >> 8) & 15, (bytes.length >> 4) & 15, bytes.length & 15]
    .concat([...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0);
  const data = Array.from(
    { length: half.length / 2 },
    (_, index) => (at(half, 2 * index) << 4) | at(half, 2 * index + 1),
  );
  for (let fill = 0; data.length < DATA_BYTES; fill++) data.push(fill % 2 === 0 ? 0xec : 0x11);
  let from = 0;
  const blocks = BLOCKS.map((length) => data.slice(from, from += length));
  const weave = (lists: readonly (readonly number[])[]) =>
    Array.from(
      { length: Math.max(...lists.map(({ length }) => length)) },
      (_, index) => lists.flatMap((list) => list.slice(index, index + 1)),
    ).flat();
  return [...weave(blocks), ...weave(blocks.map(correctionOf))];
}

function drawFinder(grid: Grid, top: number, left: number): void {
  for (let row = -1; row <= 7; row++) {
    for (let column = -1; column <= 7; column++) {
      const line = grid[top + row];
      if (line === undefined || left + column < 0 || left + column >= SIZE) continue;
      const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
      line[left + column] = ring !== 2 && ring !== 4;
    }
  }
}

function drawAlignment(grid: Grid): void {
  for (const row of ALIGNMENT_CENTRES) {
    for (const column of ALIGNMENT_CENTRES) {
      const isFinder = (row === 6 && column !== 28) || (column === 6 && row !== 28);
      if (isFinder && !(row === 50 && column === 50)) continue;
      for (let down = -2; down <= 2; down++) {
        for (let right = -2; right <= 2; right++) {
          at(grid, row + down)[column + right] = Math.max(Math.abs(down), Math.abs(right)) !== 1;
        }
      }
    }
  }
}

/** Format information is drawn twice, version information too. */
function drawInformation(grid: Grid): void {
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((FORMAT_BITS >> bit) & 1) === 1;
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : undefined;
    if (near !== undefined) at(grid, near)[8] = isDark;
    else at(grid, 8)[bit === 8 ? 7 : 14 - bit] = isDark;
    if (bit < 8) at(grid, 8)[SIZE - 1 - bit] = isDark;
    else at(grid, SIZE - 15 + bit)[8] = isDark;
  }
  at(grid, SIZE - 8)[8] = true;
  for (let bit = 0; bit < 18; bit++) {
    const isDark = ((VERSION_BITS >> bit) & 1) === 1;
    const [far, near] = [SIZE - 11 + bit % 3, Math.floor(bit / 3)];
    at(grid, far)[near] = isDark;
    at(grid, near)[far] = isDark;
  }
}

function drawData(grid: Grid, words: readonly number[]): void {
  let bit = 0;
  for (let right = SIZE - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < SIZE; step++) {
      const row = isUpward ? SIZE - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = at(grid, row);
        if (line[column] !== undefined) continue;
        const word = words[bit >> 3] ?? 0;
        line[column] = (((word >> (7 - (bit & 7))) & 1) === 1) !== ((row + column) % 2 === 0);
        bit += 1;
      }
    }
  }
}

/** Rows of modules; true is dark. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MAX_QR_BYTES) throw new RangeError("The text is too long for the picture");
  const grid: Grid = Array.from({ length: SIZE }, () => Array<boolean | undefined>(SIZE).fill(undefined));
  for (let index = 0; index < SIZE; index++) {
    at(grid, 6)[index] = index % 2 === 0;
    at(grid, index)[6] = index % 2 === 0;
  }
  drawFinder(grid, 0, 0);
  drawFinder(grid, 0, SIZE - 7);
  drawFinder(grid, SIZE - 7, 0);
  drawAlignment(grid);
  drawInformation(grid);
  drawData(grid, codewords(bytes));
  return grid.map((row) => row.map((isDark) => isDark === true));
}

const QUIET = 4;

/** Black on white in every colour scheme, with the quiet zone that scanners need. */
export function qrSvg(text: string, label: string): string {
  const path = qrModules(text).flatMap((row, y) =>
    row.flatMap((isDark, x) => isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])
  ).join("");
  const side = SIZE + 2 * QUIET;
  return `<svg role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" width="260" height="260" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
