/**
 * Geometry of the score gauge on screen and on paper: a half circle around (110, 112), 0 at the left end, 100 at the
 * right.
 */
import type { Band } from "./report.ts";

/** The scores of each band. */
export const GAUGE_SEGMENTS: readonly { readonly band: Band; readonly from: number; readonly to: number }[] = [
  { band: "none", from: 0, to: 25 },
  { band: "some", from: 25, to: 50 },
  { band: "caution", from: 50, to: 75 },
  { band: "suspicious", from: 75, to: 85 },
  { band: "high", from: 85, to: 100 },
];

const CENTRE_X = 110;
const CENTRE_Y = 112;
const RADIUS = 92;

export function pointAt(value: number, radius = RADIUS): { readonly x: number; readonly y: number } {
  const angle = Math.PI * (1 - Math.max(0, Math.min(100, value)) / 100);
  return { x: round(CENTRE_X + radius * Math.cos(angle)), y: round(CENTRE_Y - radius * Math.sin(angle)) };
}

export function arcPath(from: number, to: number): string {
  const start = pointAt(from);
  const end = pointAt(to);
  return `M${start.x} ${start.y}A${RADIUS} ${RADIUS} 0 0 1 ${end.x} ${end.y}`;
}

/** Turn of the pointer from straight up, in degrees: -90 at 0, 90 at 100. */
export function pointerAngle(value: number): number {
  return round(Math.max(0, Math.min(100, value)) * 1.8 - 90);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
