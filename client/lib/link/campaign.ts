/** The campaign values of a link. */
import type { CAMPAIGN_KEYS } from "../../../server/wire/billing/purchase.ts";

export type Campaign = Readonly<Partial<Record<(typeof CAMPAIGN_KEYS)[number], string>>>;
