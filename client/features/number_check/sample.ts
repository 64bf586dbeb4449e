/**
 * The number of the sample report on the first screen, and what our rules say about it. It is from a range that Ofcom
 * reserves for drama, so that the sample describes no real subscriber. A test compares it with the server's score.
 */
import { t } from "../../i18n/t.ts";
import type { Score } from "../../../server/wire/members/report.ts";

export const SAMPLE_NUMBER = "+44 909 879 0123";

export const SAMPLE_SCORE = { value: 90, band: "high" } as const satisfies Pick<Score, "value" | "band">;

/** In the order in which they add up. */
export const SAMPLE_REASONS = [
  { title: t("Premium-rate number"), effect: "+60" },
  { title: t("Reserved for fiction"), effect: t("at least {floor}", { floor: SAMPLE_SCORE.value }) },
] as const;

/** The precomputed segments of `gauge_shape.ts`, since the first screen does not load their computation. */
export const SAMPLE_ARCS = [
  ["none", "M18.03 109.69A92 92 0 0 1 43.33 48.6"],
  ["some", "M46.6 45.33A92 92 0 0 1 107.69 20.03"],
  ["caution", "M112.31 20.03A92 92 0 0 1 173.4 45.33"],
  ["suspicious", "M176.67 48.6A92 92 0 0 1 190.9 68.19"],
  ["high", "M193 72.31A92 92 0 0 1 201.97 109.69"],
] as const;
