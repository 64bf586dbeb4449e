/** The only accepted value of the stored service address (SECURITY B5). */
export const SERVICE_URL = "/services/subscriptions";
