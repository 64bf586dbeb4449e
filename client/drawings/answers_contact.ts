/** Pictures of the answers about the contact itself: questions 1 to 5. */
import { box, bubble, cross, disc, person, phone, question } from "./shapes.ts";
import type { Picture } from "./shapes.ts";

export const CONTACT_PICTURES = {
  // How it came.
  "1-call": { tint: disc(24, 25, 19), line: phone(15, 8), accent: "M9 14c-3 5-3 11 0 16M39 14c3 5 3 11 0 16M20 30h8" },
  "1-text": { tint: disc(24, 24, 19), line: bubble(8, 11, 32, 22), accent: "M15 19h18M15 25h11" },
  "1-app": {
    tint: disc(22, 24, 19),
    line: bubble(5, 16, 24, 18),
    accent: `${bubble(21, 7, 22, 16)}M27 15h.1M32 15h.1M37 15h.1`,
  },
  "1-voicemail": { tint: box(5, 12, 38, 24, 12), line: "M14 31h20", accent: `${disc(14, 24, 7)}${disc(34, 24, 7)}` },
  "1-not_yet": {
    tint: disc(24, 24, 19),
    line: box(9, 10, 24, 28),
    accent: `M14 17h14M14 23h8${disc(32, 31, 6)}M36 36l5 5`,
  },
  // Answered or not.
  "2-yes": {
    tint: disc(24, 24, 19),
    line: "M12 34c-4-10 4-22 14-23l3 8-5 4c2 5 4 7 8 9l5-4 6 5c-4 9-22 12-31 1z",
    accent: "M31 8c5 1 8 4 9 9",
  },
  "2-no": { tint: disc(24, 24, 19), line: "M7 28c0-9 34-9 34 0v5h-9v-5c-5-2-11-2-16 0v5h-9z", accent: cross(24, 15) },
  "2-blocked": { tint: disc(24, 24, 19), line: phone(15, 8), accent: `${disc(24, 24, 13)}M15 15l18 18` },
  // Who they said they were.
  "3-bank": {
    tint: box(7, 17, 34, 22),
    line: "M6 18L24 8l18 10zM8 40h32M12 22v14M36 22v14",
    accent: "M20 22v14M28 22v14",
  },
  "3-delivery": {
    tint: box(5, 15, 22, 20),
    line: "M5 15h22v20H5zM27 21h9l7 7v7H27z",
    accent: `${disc(14, 36, 4)}${disc(35, 36, 4)}`,
  },
  "3-government": {
    tint: "M10 40V22c0-8 28-8 28 0v18z",
    line: "M6 40h36M10 40V25M38 40V25M10 25c0-10 28-10 28 0zM24 13V7",
    accent: "M24 7h8v5h-8M18 40V29M24 40V29M30 40V29",
  },
  "3-tech_support": {
    tint: box(6, 9, 36, 24),
    line: `${box(6, 9, 36, 24)}M18 40h12M24 33v7`,
    accent: "M19 16l-5 5 5 5M29 16l5 5-5 5",
  },
  "3-family": {
    tint: disc(24, 26, 18),
    line: `${person(16, 15)}${person(33, 19)}`,
    accent: "M24 11c2-4 8-2 6 2l-6 6-6-6c-2-4 4-6 6-2z",
  },
  "3-trade": {
    tint: "M8 20h32l-3 20H11z",
    line: "M8 20h32l-3 20H11zM16 20c0-16 16-16 16 0",
    accent: "M19 30h10M26 26l4 4-4 4",
  },
  "3-employer": { tint: box(6, 16, 36, 23), line: `${box(6, 16, 36, 23)}M17 16v-6h14v6`, accent: "M6 26h36M24 23v6" },
  "3-online": {
    tint: disc(24, 24, 19),
    line: `${box(7, 10, 34, 24)}M18 41h12`,
    accent: "M24 28c-8-5-9-12-4-12 3 0 4 3 4 3s1-3 4-3c5 0 4 7-4 12z",
  },
  "3-did_not_say": {
    tint: disc(24, 24, 19),
    line: "M10 40c0-9 5-14 14-14s14 5 14 14M15 18c0-12 18-12 18 0z",
    accent: "M10 18h28M20 22h.1M28 22h.1",
  },
  // Seen before or not.
  "4-yes": {
    tint: box(8, 8, 32, 32),
    line: `${box(8, 8, 32, 32)}M14 16h20M14 32h20`,
    accent: "M12 24h24M33 20l4 4-4 4",
  },
  "4-no": {
    tint: box(8, 8, 32, 32),
    line: `${box(8, 8, 32, 32)}M14 16h20M14 24h20M14 32h12`,
    accent: "M37 4l2 4 4 2-4 2-2 4-2-4-4-2 4-2z",
  },
  "4-not_sure": { tint: disc(22, 22, 15), line: `${disc(22, 22, 15)}M33 33l9 9`, accent: question(22, 22) },
  // How often.
  "5-once": { tint: disc(24, 24, 19), line: box(9, 12, 30, 27), accent: `M9 20h30${disc(24, 29, 3)}` },
  "5-few": {
    tint: disc(24, 24, 19),
    line: box(9, 12, 30, 27),
    accent: `M9 20h30${disc(17, 26, 2)}${disc(24, 33, 2)}${disc(31, 26, 2)}`,
  },
  "5-more": { tint: disc(24, 24, 19), line: `${box(13, 7, 28, 27)}M9 14v24h25`, accent: "M18 15h18M18 21h18M18 27h18" },
  "5-daily": { tint: disc(24, 24, 18), line: `${disc(24, 24, 18)}M24 13v11l8 5`, accent: "M40 8v8h-8" },
} as const satisfies Readonly<Record<string, Picture>>;
