/** The audit log and the operators, as the server answers them to the console. */
import type { Audit } from "../../../../server/wire/admin/audit.ts";
import type { Operators } from "../../api/calls.ts";
import { ADA, SESSION } from "./session.ts";

const OPERATOR = SESSION.operator;

export const AUDIT: Audit = {
  rows: [
    {
      n: 3,
      at: "2026-11-24T11:00:00.000Z",
      operator: OPERATOR,
      what: "refund",
      subject: { kind: "charge", id: "charge_2" },
      reason: "Charged twice",
      facts: [{ name: "minor", value: "500" }, { name: "currency", value: "USD" }],
      hash: "c".repeat(64),
    },
    {
      n: 2,
      at: "2026-11-24T10:59:00.000Z",
      operator: OPERATOR,
      what: "revealed",
      subject: ADA,
      reason: "Customer called",
      facts: [{ name: "field", value: "email" }],
      hash: "b".repeat(64),
    },
    {
      n: 1,
      at: "2026-11-24T10:58:00.000Z",
      operator: null,
      what: "sign_in_refused",
      subject: null,
      reason: "",
      facts: [],
      hash: "a".repeat(64),
    },
  ],
  next: null,
  head: { n: 3, hash: "c".repeat(64) },
};

export const OPERATORS: Operators = [
  { ...OPERATOR, last_seen_at: "2026-11-24T10:58:00.000Z", passkeys: 2, disabled: false },
  { id: "op_2", email: "bob@shop.example", role: "support", last_seen_at: null, passkeys: 0, disabled: false },
  {
    id: "op_3",
    email: "cyd@shop.example",
    role: "finance",
    last_seen_at: "2026-10-01T09:00:00.000Z",
    passkeys: 1,
    disabled: true,
  },
];
