/** Drawings in one style: ink lines of 2 px, one accent, one tint. Decorative; the text beside them says the same. */
import { Drawing } from "./Drawing.tsx";

export function ContactDrawing() {
  return (
    <Drawing box="0 0 200 150">
      <path className="tint" d="M30 128C14 84 44 34 96 28c46-5 78 30 80 66 1 18-4 28-10 34z" />
      <path className="soft" d="M14 128h172" />
      <g transform="rotate(8 100 80)">
        <rect className="paper" x="74" y="34" width="52" height="92" rx="10" />
        <path d="M92 42h16" />
        <circle cx="100" cy="68" r="11" />
        <path className="brand" d="M97 66c0-6 7-6 7-1 0 3-4 3-4 6M100 75v.3" />
        <path className="soft" d="M86 90h28" strokeWidth="3" />
        <circle className="alarm" cx="90" cy="110" r="6" />
        <circle className="brand" cx="110" cy="110" r="6" />
      </g>
      <path
        className="alarm"
        d="M54 56c-6 10-8 20-6 32M40 48c-9 14-12 30-9 46M150 50c6 9 9 20 8 32M164 42c9 13 13 29 11 46"
      />
    </Drawing>
  );
}

export function WantedDrawing() {
  return (
    <Drawing box="0 0 200 150">
      <path className="tint" d="M26 128C10 92 34 44 84 34c48-10 88 20 92 58 2 16-2 28-8 36z" />
      <path className="soft" d="M14 128h172" />
      <path className="paper" d="M44 66h112v58H44z" />
      <path d="M44 66l56 36 56-36" />
      <circle className="paper" cx="100" cy="48" r="24" />
      <circle className="brand" cx="100" cy="48" r="17" />
      <path className="brand" d="M105 42c-2-3-11-3-11 1 0 5 12 3 12 9 0 5-10 5-13 1M100 36v4M100 57v4" />
      <path className="alarm" d="M140 40l12-8M144 52h14M134 28l6-12" />
    </Drawing>
  );
}

export function HappenedDrawing() {
  return (
    <Drawing box="0 0 200 150">
      <path className="tint" d="M28 128C8 96 28 44 78 32c46-11 92 14 98 58 2 16-2 30-8 38z" />
      <path className="soft" d="M14 128h172" />
      <rect className="paper" x="48" y="40" width="78" height="84" rx="8" />
      <path d="M48 60h78M66 32v16M108 32v16" />
      <path className="soft" d="M62 76h10M82 76h10M102 76h10M62 92h10M82 92h10M62 108h10" strokeWidth="4" />
      <circle className="paper" cx="132" cy="100" r="28" />
      <circle className="brand" cx="132" cy="100" r="28" />
      <path className="brand" d="M132 84v17l11 7" strokeWidth="3" />
    </Drawing>
  );
}

export function YouDrawing() {
  return (
    <Drawing box="0 0 200 150">
      <path className="tint" d="M26 128C12 92 30 42 82 32c50-9 90 20 94 60 1 16-3 28-9 36z" />
      <path className="soft" d="M14 128h172" />
      <circle className="paper" cx="88" cy="58" r="20" />
      <path d="M78 50c8 2 18-2 22-8" />
      <path className="paper" d="M46 128c0-28 16-44 42-44s42 16 42 44" />
      <path d="M66 128v-14M110 128v-14" />
      <path className="paper" d="M140 64l24 8v18c0 15-9 26-24 32-15-6-24-17-24-32V72z" />
      <path className="brand" d="M140 64l24 8v18c0 15-9 26-24 32-15-6-24-17-24-32V72z" />
      <path className="brand" d="M130 92l8 8 13-15" strokeWidth="3" />
    </Drawing>
  );
}

/** Empty result: a clear horizon with a road. */
export function QuietDrawing() {
  return (
    <Drawing box="0 0 200 110">
      <path className="tint" d="M20 92c10-40 50-66 92-62 38 4 62 30 68 62z" />
      <path className="soft" d="M10 92h180" />
      <circle className="brand" cx="132" cy="50" r="14" />
      <path className="paper" d="M24 92c14-26 42-34 62-12 18-22 56-20 78 12z" />
      <path className="brand" d="M92 92c2-8 10-10 6-16s-4-8 2-12" />
      <path className="soft" d="M44 102h52M116 102h30" />
    </Drawing>
  );
}
