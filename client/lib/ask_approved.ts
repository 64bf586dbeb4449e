/** Calls that charge a stored card: the bank may want the shopper to approve the charge first. */
import * as z from "zod/mini";
import { type CheckoutSession, checkoutSessionSchema } from "../../server/wire/billing/purchase.ts";

const approvalSchema = z.object({ approval: checkoutSessionSchema });

/** Opens the 3-D Secure challenge that the answer names. The same call afterwards says how the payment ended. */
export async function askApproved<Answer>(
  ask: () => Promise<Answer>,
  approve: (session: CheckoutSession) => Promise<void>,
): Promise<Answer> {
  const answer = await ask();
  const asked = approvalSchema.safeParse(answer);
  if (!asked.success) return answer;
  await approve(asked.data.approval);
  return await ask();
}
