/** Geometry of the score gauge: a half circle around (110, 112), 0 at the left end, 100 at the right. */
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

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
