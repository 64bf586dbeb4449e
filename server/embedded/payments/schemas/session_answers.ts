/** Answers that begin a payment: a token, a session for the SDK, and what an execution offers. */
import * as z from "zod/mini";
import { described, named } from "./registry.ts";
import { id, link } from "./fields.ts";

export const TokenAnswer = named(
  "Token",
  z.object({
    access_token: described(z.string(), "Goes into `authorization: Bearer {access_token}`."),
    expires_in: described(z.number(), "Seconds for which the token is valid."),
    token_type: described(z.literal("Bearer"), "How the token is sent: as a bearer token."),
  }),
  "A token of the merchant API. Never give it to a page.",
);

export const InitAnswer = named(
  "InitAnswer",
  z.object({
    version: described(z.string(), "Version of the format of `data`."),
    data: described(z.string(), "Base64 of the configuration's JSON."),
  }),
  "What your page passes to the SDK unchanged.",
);

export const LookupAnswer = named(
  "Lookup",
  z.object({
    executionId: id("The execution."),
    name: described(z.literal("lookup"), "The step of the workflow that answers."),
    data: described(
      z.object({
        paymentCompositionOptions: described(
          z.array(z.looseObject({
            paymentMethodCode: described(z.string(), "Such as `card`, `payPal` or `pix`."),
            integrationType: described(z.string(), "`api` pays on your page, `hpp` on a hosted payment page."),
          })),
          "The ways to pay that the execution offers.",
        ),
      }),
      "What the step found.",
    ),
    links: described(
      z.object({
        execution: link("Reads the execution."),
        authorize: link("Pays."),
        startPaymentSession: link("Starts the session of a wallet, such as Apple Pay."),
      }),
      "The calls of the page that can follow, with its token.",
    ),
  }),
  "What the execution offers.",
);
