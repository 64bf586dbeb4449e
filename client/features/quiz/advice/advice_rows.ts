/** The advice table in order of reading: what they wanted first, then who and how, then what comes next. */
import type { AdviceRow } from "./advice_conditions.ts";
import { CONTACT_ADVICE } from "./advice_contact.ts";
import { DEMAND_ADVICE } from "./advice_demands.ts";

export const ADVICE_ROWS: readonly AdviceRow[] = [...DEMAND_ADVICE, ...CONTACT_ADVICE];
