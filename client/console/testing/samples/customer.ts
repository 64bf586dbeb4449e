/** A customer with purchases, and the search that finds them, as the server answers them to the console. */
import type { Customer, Purchase } from "../../../../server/wire/admin/customer.ts";
import type { Searched } from "../../api/calls.ts";
import { ADA, EMAIL, maskedAs, usd } from "./session.ts";

const FIRST_CHARGE: Purchase["charges"][number] = {
  id: "charge_1",
  kind: "first",
  plan_id: "tck_weekly_3dtrial",
  plan_name: "Weekly plan",
  amount: usd(100),
  state: "succeeded",
  at: "2026-11-14T10:00:00.000Z",
  execution_id: "exec_1",
  decline: "",
  refunded: usd(0),
  refundable: usd(100),
};

export const PURCHASE: Purchase = {
  id: "sub_1",
  plan_id: "tck_weekly_3dtrial",
  plan_name: "Weekly plan",
  status: "past_due",
  started_at: "2026-11-14T10:00:00.000Z",
  paid_until: "2026-11-24T10:00:00.000Z",
  next_charge: { at: "2026-11-25T10:00:00.000Z", amount: usd(1999) },
  paused_until: null,
  declines: 2,
  instrument: { method: "card", network: "visa", last_four: "4242" },
  email: EMAIL,
  charges: [
    {
      ...FIRST_CHARGE,
      id: "charge_3",
      kind: "renewal",
      amount: usd(1999),
      state: "failed",
      at: "2026-11-24T10:00:00.000Z",
      execution_id: "exec_3",
      decline: "InsufficientBalance",
      refundable: usd(0),
    },
    {
      ...FIRST_CHARGE,
      id: "charge_2",
      kind: "renewal",
      amount: usd(1999),
      at: "2026-11-17T10:00:00.000Z",
      execution_id: "exec_2",
      refunded: usd(500),
      refundable: usd(1499),
    },
    FIRST_CHARGE,
  ],
  possible: ["cancel", "pause", "resend"],
};

export const CUSTOMER: Customer = {
  id: ADA.id,
  email: EMAIL,
  name: maskedAs("A•• L•••••••", "name", ADA),
  phone: { masked: "", reveal: null },
  account: {
    created_at: "2026-11-14T10:05:00.000Z",
    last_sign_in_at: "2026-11-20T08:30:00.000Z",
    email_verified: true,
    disabled: false,
  },
  language: "en",
  purchases: [PURCHASE, {
    ...PURCHASE,
    id: "sub_0",
    plan_name: "Monthly plan",
    status: "ended",
    next_charge: null,
    declines: 0,
    instrument: { method: "card", network: "mastercard", last_four: "4444" },
    charges: [{ ...FIRST_CHARGE, id: "charge_0", plan_name: "Monthly plan", state: "refunded", refundable: usd(0) }],
    possible: ["resend"],
  }],
  emails: [
    {
      id: "mail_2",
      kind: "renewal_failed",
      to: maskedAs("a•••@mail.example", "recipient", { kind: "email", id: "mail_2" }),
      at: "2026-11-24T10:00:01.000Z",
      state: "sent",
    },
    {
      id: "mail_1",
      kind: "receipt",
      to: maskedAs("a•••@mail.example", "recipient", { kind: "email", id: "mail_1" }),
      at: "2026-11-14T10:00:01.000Z",
      state: "failed",
    },
  ],
  more_emails: false,
  more_purchases: false,
  lookups: { total: 12, last_at: "2026-11-20T08:31:00.000Z" },
  paid: [usd(1599)],
  erased: false,
  possible: ["export", "erase"],
  unseen: [],
};

export const SEARCHED: Searched = {
  results: [{
    kind: "customer",
    id: ADA.id,
    matched: "email",
    email: EMAIL,
    purchase_id: "sub_1",
    status: "past_due",
    purchases: 2,
    paid: [usd(1599)],
    last_at: "2026-11-14T10:00:00.000Z",
  }],
  more: false,
  read_as: "email",
  unseen: [],
};
