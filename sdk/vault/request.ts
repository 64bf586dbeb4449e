/** One call to the vault by XHR with a metadata header, and its three kinds of errors (S-VAULT-13 to S-VAULT-16). */
import { isAuthenticationFailure } from "../errors/from_response.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { vaultError } from "../errors/vault_error.ts";
import { CLIENT_TYPE, CLIENT_VERSION } from "../version.ts";
import { metadata } from "./metadata.ts";

const DEADLINE_MS = 30_000;
const DEFAULT_ERROR = "The vault refused the request.";

export interface VaultCall {
  readonly url: string;
  readonly token: string;
  readonly body: unknown;
  /** Idempotency key of the call; the same one when it is sent again. */
  readonly key: string;
}

/** Resolves to the answer's JSON. A status that is not OK and a missing answer reject with different errors. */
export function vaultRequest({ url, token, body, key }: VaultCall): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.timeout = DEADLINE_MS;
    const headers = {
      authorization: `Bearer ${token}`,
      "x-idempotency-key": key,
      "x-client-version": CLIENT_VERSION,
      "x-client-type": CLIENT_TYPE,
      "x-client-metadata": JSON.stringify(metadata()),
    };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    // The vault may have done the work all the same.
    const lost = () => reject(vaultError("client:vault.connection"));
    request.onerror = lost;
    request.ontimeout = lost;
    request.onload = () => {
      const answer = answerOf(request);
      if (request.status < 200 || request.status >= 300) return reject(errorIn(answer));
      const body = readJson(answer.text);
      // A page of a network on the way, such as its sign-in, is no answer of the vault.
      if (body === undefined) lost();
      else resolve(body);
    };
    request.send(JSON.stringify(body));
  });
}

export interface VaultAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly requestId: string;
  readonly text: string;
}

function answerOf(request: XMLHttpRequest): VaultAnswer {
  return {
    status: request.status,
    contentType: request.getResponseHeader("content-type") ?? "",
    requestId: request.getResponseHeader("x-request-id") ?? "",
    text: request.responseText,
  };
}

/** An error with the status it came with. */
class VaultRefusal extends Error {
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

/** 401 and 403 concern the token, not the card. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof SdkError && error.cause instanceof VaultRefusal &&
    isAuthenticationFailure(error.cause.status);
}

/**
 * A JSON error gives its message and the request id, a text error its text, anything else one sentence (S-VAULT-14 to
 * S-VAULT-16).
 */
export function errorIn({ status, contentType, requestId, text }: VaultAnswer): SdkError {
  const cause = new VaultRefusal(status);
  const message = contentType.includes("json") ? messageOf(readJson(text)) : undefined;
  const plain = contentType.includes("text") && text !== "" ? text : undefined;
  const withId = message === undefined || requestId === "" ? message : `${message} - request id: ${requestId}`;
  return vaultError("client:vault.network", { params: { answer: withId ?? plain ?? DEFAULT_ERROR }, cause });
}

/** `error.message`, or the first error of the list that our own vault answers with. */
function messageOf(body: unknown): string | undefined {
  const { error, errors } = parseErrorBody(body);
  const detail = errors?.[0]?.detail;
  return [error?.message, typeof error === "string" ? error : undefined, detail].find((text) =>
    typeof text === "string"
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The shape is unknown: each part is checked where it is read. */
function parseErrorBody(body: unknown) {
  return (body ?? {}) as {
    readonly error?: { readonly message?: string };
    readonly errors?: readonly { readonly detail?: string }[];
  };
}
