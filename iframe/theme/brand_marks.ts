/** The drawings of the networks' icons: shapes of 34 x 22 px, in the order they are painted. */
import type { Brand } from "../../sdk/card/brands.ts";

export type Shape = readonly [
  name: "rect" | "circle" | "path" | "text",
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
];

export const plate = (fill: string): Shape => ["rect", { width: 34, height: 22, rx: 4, fill }];
const disc = (cx: number, fill: string): Shape => ["circle", { cx, cy: 11, r: 6.5, fill }];
const bar = (x: number, fill: string): Shape => ["path", { d: `M${x + 2} 4h6l-2 14h-6z`, fill }];
export const word = (text: string, fill: string, size = 9): Shape => [
  "text",
  {
    x: 17,
    y: 11,
    fill,
    "font-size": size,
    "font-weight": 700,
    "font-family": "Arial, Helvetica, sans-serif",
    "text-anchor": "middle",
    "dominant-baseline": "central",
  },
  text,
];

const BLANK: readonly Shape[] = [
  ["rect", { x: 1, y: 1, width: 32, height: 20, rx: 3.5, fill: "none", stroke: "currentColor", "stroke-width": 1.5 }],
  ["path", { d: "M1 7h32M6 15h7", fill: "none", stroke: "currentColor", "stroke-width": 1.75 }],
];

export const MARKS: Readonly<Record<Brand, readonly Shape[]>> = {
  VISA: [plate("#1a2a6c"), word("VISA", "#fff", 10)],
  MASTERCARD: [plate("#20252b"), disc(13, "#eb2a2e"), disc(21, "#f79e1b"), ["path", {
    d: "M17 6a6.5 6.5 0 0 1 0 10a6.5 6.5 0 0 1 0-10z",
    fill: "#ff6a1f",
  }]],
  AMEX: [plate("#1270c4"), word("AMEX", "#fff")],
  DINERS_CLUB: [plate("#f1f4f7"), ["circle", { cx: 17, cy: 11, r: 8, fill: "#0a4a8f" }], ["path", {
    d: "M14 6.5v9M20 6.5v9",
    stroke: "#fff",
    "stroke-width": 2,
  }]],
  DISCOVER: [plate("#f1f4f7"), ["circle", { cx: 27, cy: 15, r: 10, fill: "#f58025" }], word("DISC", "#20252b", 8)],
  JCB: [plate("#f1f4f7"), ["rect", { x: 6, y: 4, width: 6, height: 14, rx: 2, fill: "#0e4c96" }], ["rect", {
    x: 14,
    y: 4,
    width: 6,
    height: 14,
    rx: 2,
    fill: "#c8102e",
  }], ["rect", { x: 22, y: 4, width: 6, height: 14, rx: 2, fill: "#1c8a3b" }]],
  MAESTRO: [plate("#20252b"), disc(13, "#0a9bdc"), disc(21, "#eb2a2e"), ["path", {
    d: "M17 6a6.5 6.5 0 0 1 0 10a6.5 6.5 0 0 1 0-10z",
    fill: "#6c6bbd",
  }]],
  UNIONPAY: [plate("#f1f4f7"), bar(4, "#d81f2a"), bar(12, "#0b4f8a"), bar(20, "#0a7f83")],
  HIPERCARD: [plate("#b3131b"), word("HIPER", "#fff", 8)],
  DEFAULT: BLANK,
  UNKNOWN: BLANK,
};
