/** Pictures of the answers about what happened, and about the person: questions 12 to 20. */
import {
  book,
  box,
  bubble,
  cardAt,
  coin,
  cross,
  disc,
  letter,
  page,
  person,
  phone,
  question,
  sheet,
  shield,
  tick,
} from "./shapes.ts";
import type { Picture } from "./shapes.ts";

export const HAPPENED_PICTURES = {
  // Details that were given.
  "12-name": {
    tint: box(6, 11, 36, 26),
    line: `${box(6, 11, 36, 26)}${disc(17, 21, 4)}M10 32c0-8 14-8 14 0`,
    accent: "M29 19h8M29 25h8M29 31h5",
  },
  "12-id": {
    tint: box(10, 6, 28, 36),
    line: `${box(10, 6, 28, 36)}${disc(24, 20, 6)}`,
    accent: "M24 12v16M18 20h12M16 34h16",
  },
  "12-bank": { tint: cardAt(6, 17), line: cardAt(6, 17), accent: "M10 32h8M34 10h6v6M40 10l-9 9" },
  "12-none": {
    tint: box(9, 9, 30, 30),
    line: `${box(9, 9, 30, 30)}M15 17h18`,
    accent: "M15 24h18M15 31h18M12 36L36 12",
  },
  // Money sent.
  "13-yes": { tint: disc(16, 28, 12), line: coin(16, 28), accent: "M24 18h18M35 11l7 7-7 7M28 34h10" },
  "13-no": {
    tint: disc(24, 26, 16),
    line: "M10 28c0-12 22-14 27-5l5 1v7l-5 2-2 6h-5l-1-4h-8l-1 4h-5l-1-6c-3-1-4-3-4-5z",
    accent: `M22 19h7M35 26h.1${"M24 12h.1"}`,
  },
  "13-about_to": {
    tint: disc(24, 24, 19),
    line: `${coin(15, 24)}M24 24h9`,
    accent: `${box(35, 12, 7, 24, 2)}M38.500 18v6`,
  },
  // Tapped.
  "14-yes": {
    tint: disc(22, 18, 12),
    line: "M20 22V12c0-4 6-4 6 0v11l9 3c4 1 3 8 0 16H21l-8-10c-2-3 2-5 4-3z",
    accent: "M14 13c1-9 17-9 18 0M9 12C12-1 34-1 37 12",
  },
  "14-no": { tint: phone(15, 8), line: phone(15, 8), accent: "M20 22l8 8M28 22l-8 8M20 36h8" },
  // Where they said they were.
  "15-did_not_say": {
    tint: disc(24, 24, 18),
    line: `${disc(24, 24, 18)}M6 24h36M24 6c-12 10-12 26 0 36M24 6c12 10 12 26 0 36`,
    accent: question(24, 23),
  },
  // A machine or not.
  "16-yes": {
    tint: box(9, 15, 30, 24, 5),
    line: `${box(9, 15, 30, 24, 5)}M24 15V8M5 24v8M43 24v8`,
    accent: `${disc(18, 25, 3)}${disc(30, 25, 3)}M18 33h12M24 7h.1`,
  },
  "16-no": { tint: disc(24, 24, 17), line: disc(24, 24, 17), accent: "M18 20v.1M30 20v.1M16 28c3 7 13 7 16 0" },
  "16-not_sure": {
    tint: box(5, 12, 18, 22),
    line: `${box(5, 12, 18, 22)}M10 20h.1M18 20h.1M10 28h8`,
    accent: `${disc(33, 23, 10)}M30 21v.1M36 21v.1M29 27c2 3 6 3 8 0`,
  },
  // For whom.
  "18-me": { tint: disc(24, 24, 19), line: person(24, 16), accent: "M14 42h20" },
  "18-relative": {
    tint: disc(24, 24, 19),
    line: `${person(17, 14)}M40 40c0-6-3-9-7-9`,
    accent: `${disc(33, 25, 4)}M26 40c0-6 3-9 7-9`,
  },
  "18-business": {
    tint: "M8 20h32v20H8z",
    line: "M8 20v20h32V20M5 12h38l2 8H3z",
    accent: "M19 40V29h10v11M12 12v8M24 12v8M36 12v8",
  },
  // What next.
  "19-block": { tint: disc(24, 24, 18), line: disc(24, 24, 18), accent: "M11 24h26" },
  "19-report": { tint: "M11 7h24l-6 9 6 9H11z", line: "M11 43V7h24l-6 9 6 9H11", accent: "M17 16h8" },
  "19-call_back": {
    tint: disc(24, 25, 18),
    line: "M11 34c-4-10 4-22 13-23l3 8-5 4c2 5 4 7 8 9l5-4 6 5c-4 9-22 12-30 1z",
    accent: "M42 8H32M36 4l-4 4 4 4M32 8c6 0 9 4 9 9",
  },
  "19-make_sure": { tint: disc(21, 21, 14), line: `${disc(21, 21, 14)}M31 31l10 10`, accent: tick(21, 21) },
  // Shall we tell.
  "20-yes": {
    tint: "M12 34c4-4 3-9 4-14 1-11 15-11 16 0 1 5 0 10 4 14z",
    line: "M12 34c4-4 3-9 4-14 1-11 15-11 16 0 1 5 0 10 4 14zM20 38c2 4 6 4 8 0",
    accent: "M8 12c1-3 2-5 4-6M40 12c-1-3-2-5-4-6",
  },
  "20-no": {
    tint: "M12 34c4-4 3-9 4-14 1-11 15-11 16 0 1 5 0 10 4 14z",
    line: "M12 34c4-4 3-9 4-14 1-11 15-11 16 0 1 5 0 10 4 14zM20 38c2 4 6 4 8 0",
    accent: "M34 6h7l-7 7h7M8 40L40 8",
  },
  // Steps of the check.
  "scan-read": {
    tint: box(6, 14, 36, 20),
    line: box(6, 14, 36, 20),
    accent: "M12 21v6M17 21h4l-4 6h4M26 21h4v6h-4M26 24h3M36 21v6",
  },
  "scan-validity": { tint: disc(24, 24, 19), line: page(12, 8), accent: `${"M17 18h8"}${tick(24, 30)}` },
  "scan-line": {
    tint: disc(24, 28, 17),
    line: "M8 38v-7M19 38V25",
    accent: "M29 38V18M40 38V10",
  },
  "scan-place": {
    tint: "M24 42C8 24 12 8 24 8s16 16 0 34z",
    line: "M24 42C8 24 12 8 24 8s16 16 0 34z",
    accent: disc(24, 20, 5),
  },
  "scan-carrier": {
    tint: disc(24, 19, 16),
    line: `M24 42V22M18 42h12${disc(24, 19, 3)}`,
    accent: "M15 27a12 12 0 0 1 0-16M33 27a12 12 0 0 0 0-16M9 32a19 19 0 0 1 0-26M39 32a19 19 0 0 0 0-26",
  },
  "scan-reports": {
    tint: disc(24, 24, 19),
    line: `${bubble(5, 8, 22, 16)}${person(36, 20)}`,
    accent: "M10 14h12M10 18h7",
  },
  "scan-score": {
    tint: "M6 34a18 18 0 0 1 36 0z",
    line: "M6 34a18 18 0 0 1 36 0M4 40h40",
    accent: "M24 34l9-11M10 26l3 2M24 16v4M38 26l-3 2",
  },
  // What can be bought.
  "buy-pdf_report": {
    tint: sheet(9, 3),
    line: `${sheet(9, 3)}M29 3v9h10M14 9h9M14 13h6M14 35h12M14 39h8`,
    accent: `M15 29a9 9 0 0 1 18 0M24 29l4-5${disc(32, 38, 4)}M30 38l1.500 1.500 2.500-3`,
  },
  "buy-guide": {
    tint: book(4, 9),
    line: `${book(4, 9)}M24 12v30M31 19c3-1 6-1 9-1M31 26c3-1 6-1 9-1M31 33c3-1 6-1 9-1`,
    accent: `${box(9, 16, 9, 17, 2)}M12 30h3M8 12l-2 3M19 13l2 2${disc(28, 20, 1)}${disc(28, 27, 1)}${disc(28, 34, 1)}`,
  },
  "buy-sex_offender": {
    tint: box(7, 8, 26, 32),
    line: `${box(7, 8, 26, 32)}M13 15h14M13 34h8`,
    accent: `${disc(29, 27, 8)}M35 33l7 7`,
  },
  "buy-pack": {
    tint: `${box(4, 3, 25, 32)}${box(17, 18, 27, 27)}`,
    line: `M17 35h-10a3 3 0 0 1-3-3v-26a3 3 0 0 1 3-3h19a3 3 0 0 1 3 3v12M9 8h8${
      box(17, 18, 27, 27)
    }M22 18v27M27 24h11`,
    accent: "M9 24a7.500 7.500 0 0 1 15-4M16 23l3-4M27 30h11M27 35h11M27 40h6",
  },
  "buy-credits": { tint: disc(24, 24, 19), line: `${box(8, 16, 26, 18)}M13 12h26v18`, accent: "M15 25h12M21 19v12" },
  // Plans.
  "plan-7d": {
    tint: box(8, 11, 32, 29),
    line: `${box(8, 11, 32, 29)}M16 7v8M32 7v8`,
    accent: "M8 20h32M14 30h3M20 30h3M26 30h3M32 30h3",
  },
  "plan-1m": {
    tint: box(8, 11, 32, 29),
    line: `${box(8, 11, 32, 29)}M16 7v8M32 7v8M8 19h32`,
    accent: `${disc(24, 30, 7)}M24 26v4h3`,
  },
  "plan-3m": {
    tint: box(14, 8, 28, 24),
    line: `${box(14, 8, 28, 24)}M10 14v22h26M6 20v20h24`,
    accent: "M14 15h28M20 22h16",
  },
  // Screens of their own.
  "page-cancel": { tint: shield(20, 9), line: shield(20, 9), accent: `M30 30h13M37 24l6 6-6 6${cross(20, 22)}` },
  "page-cancel_mail": { tint: letter(6, 12), line: letter(6, 12), accent: `${disc(35, 34, 8)}M31 34h8` },
} as const satisfies Readonly<Record<string, Picture>>;
