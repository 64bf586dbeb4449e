/** Pictures of the answers about what the caller wanted: questions 6 to 11 of the quiz. */
import { box, bubble, cardAt, coin, cross, disc, page, person, phone, tick } from "./shapes.ts";
import type { Picture } from "./shapes.ts";

export const DEMAND_PICTURES = {
  // Whether the money was requested.
  "6-yes": {
    tint: disc(24, 16, 10),
    line: "M6 32l8-3c4 0 6 3 10 3h8c3 0 3 5 0 5H20M32 34l8-4c3-1 4 3 2 4L28 42H14l-8-2",
    accent: coin(24, 16),
  },
  "6-no": {
    tint: box(6, 15, 36, 22),
    line: `${box(6, 15, 36, 22)}M30 22h12v8H30z`,
    accent: `M34 26h.1${tick(18, 26)}`,
  },
  // How to pay.
  "7-gift_card": {
    tint: box(6, 14, 36, 24),
    line: `${box(6, 14, 36, 24)}M6 24h36`,
    accent: "M20 14v24M20 14c-8 0-8-8-3-8s3 8 3 8 0-8 5-8 4 8-5 8z",
  },
  "7-transfer": {
    tint: disc(24, 24, 19),
    line: "M6 18l10-6 10 6zM8 36h16M11 21v11M21 21v11",
    accent: "M29 20h12M37 15l5 5-5 5M42 32H30M34 27l-5 5 5 5",
  },
  "7-crypto": {
    tint: disc(24, 24, 18),
    line: disc(24, 24, 18),
    accent: "M19 14h8c6 0 6 9 0 9h-8zM19 23h9c7 0 7 10 0 10h-9zM22 14v-4M22 37v-4M19 14v19",
  },
  "7-card": { tint: cardAt(9, 14), line: cardAt(9, 14), accent: "M14 29h6M31 26c2 2 2 4 0 6M34 24c4 4 4 6 0 10" },
  "7-cash": {
    tint: box(5, 14, 38, 22),
    line: `${box(5, 14, 38, 22)}M10 19v.1M38 31v.1`,
    accent: `${disc(24, 25, 6)}M24 22v6`,
  },
  "7-other": {
    tint: disc(24, 24, 19),
    line: `${coin(15, 17)}${box(24, 24, 18, 12)}`,
    accent: "M12 34h.1M18 34h.1M30 14h.1M36 14h.1",
  },
  "7-none": { tint: disc(24, 24, 19), line: bubble(7, 9, 34, 24), accent: cross(24, 21) },
  // Code or password.
  "8-yes": {
    tint: box(5, 17, 38, 15, 7),
    line: box(5, 17, 38, 15, 7),
    accent: "M13 21v7M10 23l6 3M16 23l-6 3M24 21v7M21 23l6 3M27 23l-6 3M35 21v7M32 23l6 3M38 23l-6 3",
  },
  "8-no": {
    tint: box(11, 21, 26, 19),
    line: `${box(11, 21, 26, 19)}M16 21v-5c0-11 16-11 16 0v5`,
    accent: tick(24, 31),
  },
  // Link, app.
  "9-link": {
    tint: disc(24, 24, 19),
    line: "M20 28c-4-4-4-6 0-10l6-6c7-6 16 3 10 10l-4 4",
    accent: "M28 20c4 4 4 6 0 10l-6 6c-7 6-16-3-10-10l4-4",
  },
  "9-app": { tint: disc(24, 24, 19), line: phone(15, 8), accent: "M24 16v11M19 23l5 5 5-5M19 34h10" },
  "9-no": {
    tint: disc(24, 24, 19),
    line: "M20 28c-4-4-4-6 0-10l6-6c7-6 16 3 10 10l-4 4M28 20c4 4 4 6 0 10l-6 6c-7 6-16-3-10-10l4-4",
    accent: "M8 8l32 32",
  },
  // Pressure.
  "10-hurry": {
    tint: disc(26, 27, 15),
    line: `${disc(26, 27, 15)}M22 6h8M26 6v6M37 14l3-3`,
    accent: "M26 18v9l6 4M3 22h6M2 28h6M4 34h6",
  },
  "10-secret": { tint: disc(24, 22, 16), line: `${disc(24, 22, 16)}M18 19h.1M30 19h.1`, accent: "M24 24v20M20 28h8" },
  "10-no": {
    tint: disc(24, 24, 18),
    line: "M8 30c6 0 6-4 12-4s6 4 12 4 6-4 10-4M8 38c6 0 6-4 12-4s6 4 12 4 6-4 10-4",
    accent: `${disc(24, 14, 6)}M24 4v1M34 14h1M13 14h1`,
  },
  // Too good to be true.
  "11-prize": {
    tint: "M14 8h20v12c0 12-20 12-20 0z",
    line: "M14 8h20v12c0 12-20 12-20 0zM24 29v7M16 40h16",
    accent: "M14 12H7c0 8 3 11 8 11M34 12h7c0 8-3 11-8 11",
  },
  "11-job": { tint: page(12, 8), line: page(12, 8), accent: `${person(21, 20).replace("c0-7", "c0-6")}M17 37h12` },
  "11-refund": { tint: disc(24, 24, 18), line: coin(24, 24), accent: "M8 24a16 16 0 1 1 5 12M8 42v-7h7" },
  "11-investment": {
    tint: "M6 40V30l11-9 8 6 17-16v29z",
    line: "M6 6v34h36",
    accent: "M9 32l9-10 8 6L41 11M33 11h8v8",
  },
  "11-love": {
    tint: "M24 40C4 26 6 9 16 9c6 0 8 6 8 6s2-6 8-6c10 0 12 17-8 31z",
    line: "M24 40C4 26 6 9 16 9c6 0 8 6 8 6s2-6 8-6c10 0 12 17-8 31z",
    accent: "M13 19c0-3 2-5 4-5",
  },
  "11-no": { tint: disc(24, 24, 18), line: disc(24, 24, 18), accent: "M17 17l14 14M31 17L17 31" },
} as const satisfies Readonly<Record<string, Picture>>;
