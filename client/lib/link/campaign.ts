/** The campaign values of a link (W-ATTR-04). */

/** Stored and read under their own names (W-ATTR-09). */
export const CAMPAIGN_KEYS = [
  "campaign_id",
  "campaign_name",
  "adset_id",
  "adset_name",
  "ad_id",
  "ad_name",
  "media_source",
  "config",
] as const;

export type Campaign = Readonly<Partial<Record<(typeof CAMPAIGN_KEYS)[number], string>>>;
