/** The drawing of the first screen, separate from the others so that only it loads there. */
import { Drawing } from "./Drawing.tsx";

/** A phone that rings with an unknown caller. */
export function HeroDrawing() {
  return (
    <Drawing box="0 0 120 120">
      <path className="tint" d="M16 100C-4 66 18 20 62 12c34-6 56 20 52 52-3 22-14 32-24 36z" />
      <path className="soft" d="M6 110h108" />
      <rect className="paper" x="38" y="18" width="46" height="86" rx="10" />
      <path d="M56 26h10" />
      <path className="brand" d="M54 50c0-5 3-8 7-8s7 3 7 7c0 6-7 6-7 12M61 70v.500" strokeWidth="4" />
      <circle className="alarm" cx="51" cy="88" r="6" />
      <circle className="brand" cx="71" cy="88" r="6" />
      <path
        className="alarm"
        d="M28 42c-4 6-4 14 0 20M19 36c-6 10-6 22 0 32M94 42c4 6 4 14 0 20M103 36c6 10 6 22 0 32"
      />
    </Drawing>
  );
}
