/** Flags as simple shapes on a 24 x 16 grid: enough to be recognised, drawn from stripes, crosses and discs. */

export interface FlagShape {
  readonly d: string;
  readonly fill: string;
}

const RED = "#c8202f";
const BLUE = "#1f3f94";
const WHITE = "#ffffff";
const GREEN = "#1a7f45";
const YELLOW = "#f6c927";
const BLACK = "#1c1c1c";

function rect(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

function down(...fills: readonly string[]): readonly FlagShape[] {
  const width = 24 / fills.length;
  return fills.map((fill, index) => ({ d: rect(index * width, 0, width, 16), fill }));
}

function across(...fills: readonly string[]): readonly FlagShape[] {
  const height = 16 / fills.length;
  return fills.map((fill, index) => ({ d: rect(0, index * height, 24, height), fill }));
}

function disc(x: number, y: number, radius: number, fill: string): FlagShape {
  return {
    d: `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`,
    fill,
  };
}

/** A cross shifted to the hoist, as in Nordic flags. */
function nordic(ground: string, cross: string, inner?: string): readonly FlagShape[] {
  const outer = [{ d: rect(0, 0, 24, 16), fill: ground }, { d: rect(0, 6, 24, 4), fill: cross }, {
    d: rect(7, 0, 4, 16),
    fill: cross,
  }];
  return inner === undefined
    ? outer
    : [...outer, { d: rect(0, 7, 24, 2), fill: inner }, { d: rect(8, 0, 2, 16), fill: inner }];
}

const STAR = "l1 3h3l-2.400 1.900.9 3-2.500-1.800-2.500 1.800.9-3-2.400-1.900h3z";
const UNION: readonly FlagShape[] = [
  { d: rect(0, 0, 24, 16), fill: BLUE },
  { d: "M0 0h3L24 14v2h-3L0 2zM24 0h-3L0 14v2h3L24 2z", fill: WHITE },
  { d: rect(9.5, 0, 5, 16) + rect(0, 5.5, 24, 5), fill: WHITE },
  { d: rect(10.5, 0, 3, 16) + rect(0, 6.5, 24, 3), fill: RED },
];
const SMALL_UNION: readonly FlagShape[] = [
  { d: rect(0, 0, 24, 16), fill: BLUE },
  { d: "M0 0h1.500L12 7v1h-1.500L0 1zM12 0h-1.500L0 7v1h1.500L12 1z", fill: WHITE },
  { d: rect(4.5, 0, 3, 8) + rect(0, 2.5, 12, 3), fill: WHITE },
  { d: rect(5.2, 0, 1.6, 8) + rect(0, 3.2, 12, 1.6), fill: RED },
];

export const FLAGS: Readonly<Record<string, readonly FlagShape[]>> = {
  US: [...across(RED, WHITE, RED, WHITE, RED, WHITE, RED), { d: rect(0, 0, 10.5, 9.15), fill: BLUE }],
  CA: [...down(RED, WHITE, WHITE, RED), { d: `M12 3.200${STAR}`, fill: RED }],
  GB: UNION,
  IE: down(GREEN, WHITE, "#f08a24"),
  AU: [
    ...SMALL_UNION,
    disc(6, 12, 1.3, WHITE),
    disc(18, 3.5, 1, WHITE),
    disc(18, 12.5, 1, WHITE),
    disc(15.2, 7.6, 1, WHITE),
    disc(20.8, 7, 1, WHITE),
  ],
  NZ: [
    ...SMALL_UNION,
    disc(18, 3.5, 1.1, RED),
    disc(18, 12.5, 1.1, RED),
    disc(15.2, 7.6, 1.1, RED),
    disc(20.8, 7, 1.1, RED),
  ],
  DE: across(BLACK, RED, YELLOW),
  AT: across(RED, WHITE, RED),
  CH: [{ d: rect(0, 0, 24, 16), fill: RED }, { d: rect(10.5, 3.5, 3, 9) + rect(7.5, 6.5, 9, 3), fill: WHITE }],
  FR: down(BLUE, WHITE, RED),
  BE: down(BLACK, YELLOW, RED),
  NL: across(RED, WHITE, BLUE),
  LU: across(RED, WHITE, "#2aa1dc"),
  ES: across(RED, YELLOW, YELLOW, RED),
  PT: [{ d: rect(0, 0, 24, 16), fill: RED }, { d: rect(0, 0, 9.6, 16), fill: GREEN }, disc(9.6, 8, 3, YELLOW)],
  IT: down(GREEN, WHITE, RED),
  GR: [...across("#2365b0", WHITE, "#2365b0", WHITE, "#2365b0", WHITE, "#2365b0", WHITE, "#2365b0"), {
    d: rect(0, 0, 8.9, 8.9),
    fill: "#2365b0",
  }, { d: rect(3.5, 0, 1.8, 8.9) + rect(0, 3.5, 8.9, 1.8), fill: WHITE }],
  PL: across(WHITE, RED),
  CZ: [...across(WHITE, RED), { d: "M0 0l12 8L0 16z", fill: BLUE }],
  SK: [...across(WHITE, BLUE, RED), disc(8, 8, 3, RED)],
  HU: across(RED, WHITE, GREEN),
  RO: down(BLUE, YELLOW, RED),
  BG: across(WHITE, GREEN, RED),
  HR: [...across(RED, WHITE, BLUE), { d: rect(9.5, 4, 5, 6.5), fill: RED }],
  SI: [...across(WHITE, BLUE, RED), disc(7, 5.3, 2.2, BLUE)],
  RS: across(RED, BLUE, WHITE),
  UA: across("#2a6fc9", YELLOW),
  SE: nordic("#1d5fa6", YELLOW),
  NO: nordic(RED, WHITE, BLUE),
  DK: nordic(RED, WHITE),
  FI: nordic(WHITE, BLUE),
  IS: nordic(BLUE, WHITE, RED),
  EE: across("#2a6fc9", BLACK, WHITE),
  LV: across("#8f2433", "#8f2433", WHITE, "#8f2433", "#8f2433"),
  LT: across(YELLOW, GREEN, RED),
  TR: [{ d: rect(0, 0, 24, 16), fill: RED }, disc(9.5, 8, 4, WHITE), disc(10.6, 8, 3.2, RED), disc(15, 8, 1.3, WHITE)],
  AE: [...across(GREEN, WHITE, BLACK), { d: rect(0, 0, 6, 16), fill: RED }],
  NG: down(GREEN, WHITE, GREEN),
  ZA: [...across(RED, BLUE), { d: rect(0, 5, 24, 6), fill: WHITE }, { d: rect(0, 6.2, 24, 3.6), fill: GREEN }, {
    d: "M0 1l9 7-9 7z",
    fill: BLACK,
  }],
  IN: [...across("#f08a24", WHITE, GREEN), disc(12, 8, 2, BLUE)],
  PK: [
    { d: rect(0, 0, 24, 16), fill: "#14573a" },
    { d: rect(0, 0, 6, 16), fill: WHITE },
    disc(15, 8, 4, WHITE),
    disc(16.4, 7, 3.4, "#14573a"),
  ],
  BD: [{ d: rect(0, 0, 24, 16), fill: "#14573a" }, disc(11, 8, 4.5, RED)],
  CN: [{ d: rect(0, 0, 24, 16), fill: RED }, { d: `M5 2${STAR}`, fill: YELLOW }],
  JP: [{ d: rect(0, 0, 24, 16), fill: WHITE }, disc(12, 8, 4.6, RED)],
  KR: [{ d: rect(0, 0, 24, 16), fill: WHITE }, disc(12, 8, 4.2, BLUE), {
    d: "M7.800 8a4.200 4.200 0 018.400 0z",
    fill: RED,
  }],
  SG: [...across(RED, WHITE), disc(5, 4, 2.4, WHITE), disc(6.2, 4, 2, RED)],
  TH: across(RED, WHITE, BLUE, BLUE, WHITE, RED),
  VN: [{ d: rect(0, 0, 24, 16), fill: RED }, { d: `M12 3.200${STAR}`, fill: YELLOW }],
  PH: [...across(BLUE, RED), { d: "M0 0l11 8L0 16z", fill: WHITE }, disc(3.7, 8, 1.7, YELLOW)],
  ID: across(RED, WHITE),
  MX: [...down(GREEN, WHITE, RED), disc(12, 8, 2, "#8a5a2b")],
  BR: [{ d: rect(0, 0, 24, 16), fill: GREEN }, { d: "M12 2l9 6-9 6-9-6z", fill: YELLOW }, disc(12, 8, 3.2, BLUE)],
  AR: [...across("#7cb8e8", WHITE, "#7cb8e8"), disc(12, 8, 1.8, YELLOW)],
  CL: [...across(WHITE, RED), { d: rect(0, 0, 8, 8), fill: BLUE }, disc(4, 4, 1.8, WHITE)],
  CO: across(YELLOW, YELLOW, BLUE, RED),
  PE: down(RED, WHITE, RED),
};
