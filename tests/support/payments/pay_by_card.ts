/** Pays by card over HTTP without a browser: seals as the card frame does, authorizes and polls as the SDK does. */
import { CompactEncrypt, importSPKI } from "jose";
import type { ClientConfiguration, InitResponse } from "../../../sdk/wire/config.ts";
import type { FrameDocument } from "../../../sdk/wire/frame_document.ts";
import type { ExecutionResponse } from "../../../sdk/wire/payments.ts";
import type { SealedCard } from "../../../sdk/wire/sealed.ts";

/** The card's values that a test sets; the rest has defaults. */
export type TestCard = Partial<SealedCard> & Pick<SealedCard, "cardNumber">;

export interface Sealer extends Pick<FrameDocument, "publicKey">, Partial<Pick<FrameDocument, "keyId">> {
  readonly enc?: "A256CBC-HS512" | "A256GCM";
  /** Additional fields of the protected header. */
  readonly header?: Readonly<Record<string, unknown>>;
}

const POLL_PAUSE_MS = 20;
const MAX_POLLS = 100;
const FINAL = ["authorizeSuccessful", "authorizeFailed"];

/** A card that passes every check. */
export function fullCard(card: TestCard): SealedCard {
  const isAmex = /^3[47]/.test(card.cardNumber);
  return {
    expiryMonth: "12",
    expiryYear: "39",
    holderName: "Ada Test",
    securityCode: isAmex ? "1234" : "123",
    ...card,
  };
}

/** The compact JWE that the card frame sends. */
export async function sealCard(
  { publicKey, keyId, enc = "A256CBC-HS512", header: more = {} }: Sealer,
  card: TestCard,
): Promise<string> {
  const key = await importSPKI(`-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`, "RSA-OAEP-256");
  const header = { alg: "RSA-OAEP-256", enc, ...more, ...(keyId === undefined ? {} : { kid: keyId }) };
  return await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(fullCard(card))))
    .setProtectedHeader({ ...header, jti: crypto.randomUUID() }).encrypt(key);
}

/** What a merchant's page decodes from the init answer. */
export function parseInit({ data }: InitResponse): ClientConfiguration {
  return JSON.parse(atob(data)) as ClientConfiguration;
}

export interface CardPayment {
  /** Anything that answers a Request: global fetch by default, or a service in process. */
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly initResponse: InitResponse;
  readonly card: TestCard;
  readonly storeInstrument?: boolean;
  /** A new one by default. */
  readonly key?: string;
}

export interface CardResult {
  readonly execution: ExecutionResponse;
  /** Code of the latest authorize status. */
  readonly outcome: string;
}

/** Authorizes with a new card and polls until the outcome, or until the shopper has to act. */
export async function payByCard(payment: CardPayment): Promise<CardResult> {
  const config = parseInit(payment.initResponse);
  const send = payment.fetch ?? ((request: Request) => fetch(request));
  const sealed = await sealCard({ publicKey: config.vaultConfiguration.encryptionPublicKey }, payment.card);
  const { amount, token, execution } = config;
  const headers = { authorization: `Bearer ${token}`, "x-client-type": "web-sdk", "x-client-version": "5.25.3" };
  const item = {
    paymentMethodCode: "card",
    integrationType: "api",
    amount,
    storeInstrument: payment.storeInstrument ?? false,
    paymentInstrumentData: {
      encryptedData: sealed,
      vaultProviderConfigId: config.vaultConfiguration.providerConfigId,
    },
  };
  const answer = await send(
    new Request(execution.links.authorize?.href ?? "", {
      method: "POST",
      headers: { ...headers, "x-idempotency-key": payment.key ?? crypto.randomUUID() },
      body: JSON.stringify({ amount, paymentComposition: [item] }),
    }),
  );
  let current = await readExecution(answer);
  for (let poll = 0; poll < MAX_POLLS && !isSettled(current); poll++) {
    await new Promise((resolve) => setTimeout(resolve, POLL_PAUSE_MS));
    current = await readExecution(await send(new Request(current.links.execution, { headers })));
  }
  return { execution: current, outcome: outcomeOf(current) ?? "none" };
}

async function readExecution(answer: Response): Promise<ExecutionResponse> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The payments service answered ${answer.status}: ${text}`);
  return JSON.parse(text) as ExecutionResponse;
}

function outcomeOf({ status }: ExecutionResponse): string | undefined {
  return status.findLast(({ code }) => FINAL.includes(code) || code === "authorizePending")?.code;
}

function isSettled(execution: ExecutionResponse): boolean {
  return FINAL.includes(outcomeOf(execution) ?? "") || execution.actionRequired !== undefined;
}
