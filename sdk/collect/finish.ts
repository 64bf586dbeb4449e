/** What a container does after the shopper has typed: validate, seal and store. Its code loads while they type. */
import type { CollectElement } from "../elements/element.ts";
import { type FieldErrors, fieldErrorsOf } from "../card_form/card_form_state.ts";
import { omitUndefined } from "../core/omit_undefined.ts";
import { refuse } from "../errors/refuse.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { CardFrame } from "../frames/card_frame.ts";
import type { Logger } from "../log/logger.ts";
import { tokensOf, type TokenSource } from "../vault/bearer.ts";
import { type CollectResult, saveInstrument, type TokenizeOptions } from "../vault/save_instrument.ts";
import type { SaveInstrumentResponse } from "../wire/instruments.ts";
import type { SealOptions } from "../wire/elements.ts";
import { checkCollectOptions } from "./check_collect_options.ts";
import type { CollectOptions } from "./options.ts";

export const REFUSED = "The card could not be sent. Nothing was stored.";

export interface FinishOptions {
  readonly context: {
    readonly providerConfigId: string;
    readonly holderReference?: string | undefined;
    readonly execution?: () => string | undefined;
    readonly saveInstrumentUrl?: string | undefined;
    readonly tokens: TokenSource;
    readonly logger: Logger;
  };
  readonly elements: readonly CollectElement[];
  /** The frame that can read all fields, once all are mounted. */
  readonly lead: () => CardFrame | undefined;
  /** The shopper's error text when no valid token could be obtained. */
  readonly refused: string | undefined;
}

/** Answer of a container's `validate`. */
export interface ContainerValidation {
  /** True when every field is valid. */
  readonly isValid: boolean;
  /** Always undefined. Kept for pages written for 5.x; read `fieldErrors` instead. */
  readonly error?: undefined;
  /** One error text for each kind of card field that is not valid. Empty when every card field is valid. */
  readonly fieldErrors: FieldErrors;
  /** Names of the elements that are not valid. */
  readonly invalid: readonly string[];
}

export async function validate(container: FinishOptions): Promise<ContainerValidation> {
  const reply = await leadOf(container, "validate").ask({ type: "element_check", ...question(container) });
  if (reply.type !== "element_checked") refuse("operation_failed", { operation: "validate" });
  const { invalid } = reply;
  const refused = container.elements.filter(({ name }) => invalid.includes(name));
  return { isValid: invalid.length === 0, fieldErrors: textsOf(refused), invalid };
}

/** The frame says which fields are wrong and not why: their values stay there. */
function textsOf(elements: readonly CollectElement[]): FieldErrors {
  const faults = Object.fromEntries(
    elements.map((element) => [element.type, element.getState().isEmpty ? "empty" : "wrong"] as const),
  );
  return fieldErrorsOf(
    faults,
    (type) => elements.find((element) => element.type === type)?.spec.errors[faults[type] ?? ""] ?? "",
  );
}

export async function collect(container: FinishOptions, options: CollectOptions): Promise<CollectResult> {
  checkCollectOptions(options);
  const lead = leadOf(container, "collect");
  await needToken(container, lead);
  const { holderReference, execution, providerConfigId } = container.context;
  const sealOptions = sealOptionsOf(options, { holderReference, execution: execution?.() });
  const reply = await lead.ask({ type: "seal", ...question(container), options: sealOptions });
  if (reply.type === "collected") {
    return { encryptedData: reply.encryptedData, vaultProviderConfigId: providerConfigId };
  }
  const reason = reply.type === "collect_failed" && reply.reason;
  if (reason === "too_long") refuse("too_long");
  throw new SdkError(
    reason === "invalid" ? "card_form:complete_and_valid_inputs_required" : "card_form:sealing_failed",
  );
}

export async function tokenize(
  container: FinishOptions,
  options: TokenizeOptions & CollectOptions,
): Promise<SaveInstrumentResponse> {
  checkCollectOptions(options);
  const { futureUsage, storeInstrument, preferredScheme, ...collectOptions } = options;
  const { tokens, holderReference = "", saveInstrumentUrl } = container.context;
  const usage = omitUndefined({ futureUsage, storeInstrument, preferredScheme });
  return await saveInstrument(await collect(container, collectOptions), usage, {
    tokens: tokensOf(tokens),
    holderReference,
    saveInstrumentUrl,
  });
}

function question({ elements }: FinishOptions) {
  return { id: crypto.randomUUID(), count: elements.length };
}

function leadOf({ elements, lead }: FinishOptions, operation: string): CardFrame {
  if (elements.length === 0) refuse("no_elements", { operation });
  const missing = elements.find((element) => !element.isMounted());
  if (missing !== undefined) {
    throw new SdkError("card_form:element_not_mounted", { params: { element: missing.name } });
  }
  const frame = lead();
  if (frame === undefined) throw new SdkError("card_form:client_connection");
  return frame;
}

/** Logs an invalid token and tells the frame, so that the shopper is not left waiting (S-ERR-34). */
async function needToken({ context, refused = REFUSED }: FinishOptions, lead: CardFrame): Promise<void> {
  try {
    await tokensOf(context.tokens).get();
  } catch (error) {
    if (error instanceof SdkError) {
      context.logger.error(error);
      lead.send({ type: "element_refused", text: refused });
    }
    throw error;
  }
}

function sealOptionsOf(
  { tokens = true, additionalFields, upsert }: CollectOptions,
  bound: Pick<SealOptions, "holderReference" | "execution">,
): SealOptions {
  return {
    tokens,
    ...omitUndefined({
      ...bound,
      records: additionalFields && JSON.stringify(additionalFields.records),
      upsert: upsert?.map(({ table, column }) => ({ table, column })),
    }),
  };
}
