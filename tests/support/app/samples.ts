/** Values that many tests need but none is about. */
import { type Attribution, ATTRIBUTION_KEYS } from "../../../server/wire/billing/purchase.ts";

/** Of a visitor who came by no campaign. */
export const NO_ATTRIBUTION = {
  ...Object.fromEntries(ATTRIBUTION_KEYS.map((key) => [key, ""])),
  project: "trustcheck",
} as Attribution;

/** Settings of a server for the public, with services of others. */
export const REMOTE_SERVICES = {
  PRODUCTION_PAYMENTS_URL: "https://pay.example",
  PAYMENTS_CLIENTS: "shop:a-secret-of-its-own",
  FIREBASE_PROJECT_ID: "p",
  FIREBASE_API_KEY: "k",
  FIREBASE_AUTH_DOMAIN: "d",
  FIREBASE_APP_ID: "a",
  SMTP_URL: "smtps://mail.example/?from=no-reply%40app.example",
};
