/** The preview of an act, as the server answers it to the console. */
import type { Preview } from "../../../../server/wire/admin/acts.ts";
import { EMAIL, usd } from "./session.ts";
import { PURCHASE } from "./customer.ts";

export const PREVIEW: Preview = {
  token: "t".repeat(43),
  expires_at: "2026-11-24T12:10:00.000Z",
  act: "refund",
  subject: { kind: "charge", id: "charge_2" },
  effects: [
    { kind: "money", move: "refund", amount: usd(1499), instrument: PURCHASE.instrument },
    { kind: "email", email_kind: "refunded", to: EMAIL, language: "en" },
    { kind: "webhook", event: "refundSuccessful", origin: "https://shop.example" },
  ],
  warnings: ["not_reversible"],
};
