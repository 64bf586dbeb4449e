/** The only value the stored service address may have (spec W 7, `{url}`). */
export const SERVICE_URL = "/services/subscriptions";
