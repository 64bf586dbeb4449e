/** Advice for engineers about each error of the payments service, on the page behind docUrl. */
import type { ApiErrorCode } from "../../embedded/payments/payments.ts";

const IN_LOG = "The id in the answer stands in the service's log.";

export const ERROR_ADVICE: Readonly<Record<ApiErrorCode, string>> = {
  "request-invalid":
    "The detail names the field and what it must be. Bodies are JSON objects of at most 2000 fields, " +
    "32 levels deep. Nothing was done, so that the corrected request may use the same key.",
  "method-not-allowed": "The address is right and the method is not: use one of those the detail names.",
  "request-too-large": "Bodies may have 64 KB. Leave out of meta what the payment does not need.",
  "request-too-slow": "A body has ten seconds to arrive. Send the same request again with the same key.",
  "key-missing":
    "Every call that changes something needs x-idempotency-key: make a UUID for each thing you want done, " +
    "keep it with your order, and send the same one when you repeat the call.",
  "key-reused": "A key stands for one request: same method, address and body; of init's body, the amount, currency, " +
    "holder and capture. Send a new key for another request, also for another call about the same order. To learn " +
    "what the first one did, repeat it unchanged or read the execution.",
  "key-in-flight": "Wait as many seconds as retry-after says, and send the same request with the same key. You then " +
    "get the answer of the first one.",
  "unauthorized":
    "A back end gets its token with POST /auth/token/ and its client id; it lasts an hour. A page has the token of " +
    "the init answer; it lasts 30 minutes and is good for that execution alone. The two do not open each other's calls.",
  "client-unknown":
    "Check the client id in the address and the secret in the header x-api-key against PAYMENTS_CLIENTS.",
  "not-found":
    "Check the path and each id. An id may belong to another client, holder or workflow, or to a stored instrument " +
    "that was deleted: all of them look the same from outside. The number of your order is no id: with it, list " +
    "executions by merchantReference.",
  "origin-not-allowed":
    "Send the origin as scheme, host and port, without a path. It must be one that MERCHANT_ORIGINS " +
    "lists for this client: clientId=https://shop.example.",
  "amount-invalid": "Send {value, currency}: value is text with a point and no more decimals than the currency has, " +
    "without sign or thousands separators; currency is an ISO 4217 code in capitals. Captures and refunds are in the " +
    "currency of the execution and more than zero.",
  "amount-mismatch":
    "Read the execution for its amount and send that, at the top and in the item. To change the amount, " +
    "your back end calls lookup before the first authorize.",
  "amount-too-high":
    "Read the execution: a capture may have authorized less captured, a refund captured less refunded.",
  "composition-invalid":
    "Send one item. Its paymentMethodCode is one of paymentCompositionOptions in the init answer; " +
    "a stored instrument is named with its own method, by its id.",
  "card-invalid":
    "The shopper typed something wrong, or the card has expired. The card form's validate() shows which field.",
  "record-invalid":
    "Give each record at least one and at most 40 columns. Security codes are never stored, under any name.",
  "seal-invalid":
    "Send encryptedData of the card frame as it came, and seal with the key of this session's init answer; " +
    "a card sealed for another holder is refused as well.",
  "seal-used": "A sealed card pays or is saved once. Let the card form seal it again for the next try.",
  "execution-busy": "Do not send another authorize: read links.execution until a status says how the first one ended.",
  "execution-paid": "Read the execution for what was paid. For another payment, start a new execution.",
  "execution-waiting":
    "Read links.execution: the shopper is at the issuer page, or the issuer has not answered. Your back " +
    "end can cancel the execution to give up.",
  "execution-closed": "A cancelled execution takes no payment. Start a new one.",
  "attempts-exhausted": "Start a new execution, and offer the shopper another way to pay.",
  "state-conflict":
    "The detail says in which state the execution is and what it allows. Read the execution, and try again " +
    "if another request was faster.",
  "address-gone":
    "A replay goes to the address of its delivery. Register that address again, or replay a delivery of the same event " +
    "to another address.",
  "targets-off":
    "Ask the people who run the service to register your address in PAYMENTS_WEBHOOKS, or to start it with " +
    "WEBHOOK_TARGETS=public.",
  "target-refused":
    "Send the https address of a host that the internet can reach. A server on your own machine also takes http " +
    "addresses of localhost, 127.0.0.1 and [::1].",
  "endpoint-exists": "List your addresses. If its secret is lost, rotate it; the answer shows the new one.",
  "endpoints-full": "List your addresses and delete one that you no longer use.",
  "too-many-tests": "Wait as many seconds as retry-after says. Real events are still sent in the meantime.",
  "payment-disputed":
    "Read the execution's disputes with GET /merchant/disputes?executionId=. If you win, the money comes back and you " +
    "can refund it then; if you lose, the issuer has returned it already.",
  "dispute-closed":
    "Read the dispute: its state says how it ended, or that your evidence is under review. Evidence is sent once, and " +
    "not after respondBy.",
  "evidence-missing": "Send at least one text or file, or accept the dispute.",
  "evidence-full": "Name files to remove in removeFiles, or join several documents in one file.",
  "nothing-to-confirm":
    "Confirm after an authorize that answered actionRequired confirm, with the order id of its link.",
  "too-many-updates": "Start a new execution, or change instruments less often.",
  "too-many-saves":
    "Wait as many seconds as retry-after says. If real shoppers see this, look for a script that tries cards.",
  "too-many-declines":
    "Wait as many seconds as retry-after says, or let the shopper use a stored card or another way to pay.",
  "unavailable": "Wait as many seconds as retry-after says, and send the same request with the same key. " + IN_LOG,
  "internal": "Send the same request with the same key: what was charged is found, not charged again. " + IN_LOG,
};
