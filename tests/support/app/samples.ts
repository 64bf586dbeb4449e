/** Values that many tests need but none is about. */
import type { BatchRow } from "../../../server/wire/members/batch.ts";
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

/** A member as the app keeps one that signed in with Google. */
export const ADA = {
  uid: "u-ada",
  email: "ada@example.com",
  displayName: "Ada",
  providerId: "google.com",
  providerDataId: "g-1",
  isAppleAuth: false,
  isGoogleAuth: true,
};

/** A row of a list that was checked. */
export const CHECKED_ROW: BatchRow = {
  line: 1,
  text: "x",
  state: "checked",
  e164: "+1",
  report_id: "",
  country: "",
  place: "",
  line_type: "",
  carrier: "",
  score: 0,
  band: "none",
  reasons: [],
  error: "",
};
