/** Every component of client/ui in every state; gallery_test.ts fails when one is missing. */
import { CONTROLS } from "./controls.tsx";
import { LAYOUT } from "./layout.tsx";
import { REPORT } from "./report.tsx";
import type { Parts } from "./states.ts";

export const UI_PARTS: Parts = { ...CONTROLS, ...LAYOUT, ...REPORT };
