/** What an operator can do about a purchase and its charges. */
import type { Purchase } from "../../../../server/wire/admin/customer.ts";
import type { Intent } from "../../acts/intent.ts";
import { money } from "../../format/money.ts";
import { day } from "../../format/time.ts";

type Charge = Purchase["charges"][number];

/** Acts on the plan itself, in the order in which customers usually ask for them. */
export function planIntents({ id, plan_name, email }: Purchase): readonly Intent[] {
  const about = `${plan_name} of ${email.masked === "" ? id : email.masked}`;
  return [
    { request: { act: "resend", purchase_id: id }, about },
    { request: { act: "pause", purchase_id: id, months: 1 }, about },
    { request: { act: "resume", purchase_id: id }, about },
    { request: { act: "cancel", purchase_id: id }, about },
  ];
}

export function refundIntent({ id, amount, at, refundable }: Charge, { plan_name }: Purchase): Intent {
  return {
    request: { act: "refund", charge_id: id },
    about: `${plan_name}, ${money(amount.minor, amount.currency)} charged on ${day(at)}`,
    refundable,
  };
}
