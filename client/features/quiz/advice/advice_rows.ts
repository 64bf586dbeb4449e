/** The advice table in reading order: demands first, then caller and contact, then next steps. */
import type { AdviceRow } from "./advice_conditions.ts";
import { CONTACT_ADVICE } from "./advice_contact.ts";
import { DEMAND_ADVICE } from "./advice_demands.ts";

export const ADVICE_ROWS: readonly AdviceRow[] = [...DEMAND_ADVICE, ...CONTACT_ADVICE];
