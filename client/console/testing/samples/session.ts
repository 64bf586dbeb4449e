/** A signed-in operator, and the fields that samples share, as tests of the console use them. */
import type { Masked, Money, Subject } from "../../../../server/wire/admin/fields.ts";
import { RIGHTS } from "../../../../server/wire/admin/roles.ts";
import type { SignedIn } from "../../session/session.tsx";

export const usd = (minor: number): Money => ({ minor, currency: "USD" });

export function maskedAs(masked: string, field: "email" | "name" | "recipient", subject: Subject): Masked {
  return { masked, reveal: { subject, field } };
}

export const ADA: Subject = { kind: "customer", id: "acc-ada" };

export const EMAIL = maskedAs("a•••@mail.example", "email", ADA);

export const SESSION: SignedIn = {
  signed_in: true,
  operator: { id: "op_1", email: "ann@shop.example", role: "owner" },
  may: [...RIGHTS],
  signed_in_with: "passkey",
  ends_at: "2026-11-22T21:30:00.000Z",
  now: "2026-11-22T21:00:00.000Z",
  unseen: [],
  simulated: true,
};
