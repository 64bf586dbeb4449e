/** Asks the card frame to check what was typed, and to seal it. */
import { SdkError } from "../errors/sdk_error.ts";
import type { CardFrame } from "../frames/card_frame.ts";
import type { Configuration } from "../session/read_config.ts";
import type { FromFrame } from "../wire/frames.ts";

/** Shows the errors of all fields in the frame and returns them. */
export async function checkFields(frame: CardFrame): Promise<FromFrame["validated"]["faults"]> {
  const reply = await frame.ask({ type: "validate", id: crypto.randomUUID() });
  if (reply.type !== "validated") throw new SdkError("card_form:client_connection");
  return reply.faults;
}

/** Seals the card for this shopper and payment; only the vault can read it. */
export async function sealCard(
  frame: CardFrame,
  { holderReference, execution }: Pick<Configuration, "holderReference" | "execution">,
): Promise<string> {
  const bound = { holderReference, execution: execution?.id };
  const reply = await frame.ask({ type: "collect", id: crypto.randomUUID(), ...bound });
  if (reply.type === "collected") return reply.encryptedData;
  const isInvalid = reply.type === "collect_failed" && reply.reason === "invalid";
  throw new SdkError(isInvalid ? "card_form:complete_and_valid_inputs_required" : "card_form:sealing_failed");
}
