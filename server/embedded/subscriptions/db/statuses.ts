/** Statuses of plans that renew. */
export const LIVE = ["trial", "active", "past_due"] as const;
