/** The addresses that merchants register for webhooks, as the merchant API takes and answers them. */
import * as z from "zod/mini";
import { id, text, time } from "./fields.ts";
import { type Answer, described, named } from "./registry.ts";

const SECRET_OVERLAP_HOURS = 24;
const MAX_SECRET_OVERLAP_HOURS = 168;

export const EndpointBody = named(
  "WebhookEndpointRequest",
  z.object({ url: described(text(1_024), "An https address of the public network that answers POST.") }),
  "Where you want to receive webhooks.",
);

export const RotateBody = named(
  "RotateSecretRequest",
  z.object({
    overlapHours: described(
      z._default(
        z.number().check(z.int(), z.minimum(0), z.maximum(MAX_SECRET_OVERLAP_HOURS)),
        SECRET_OVERLAP_HOURS,
      ),
      "How long the previous secret signs as well. 0 ends it at once, for a secret that leaked.",
    ),
  }),
  "How long both secrets are valid.",
);

const endpoint = {
  id: id("The address's id."),
  url: described(
    z.string(),
    "As you registered it, normalized: `HTTPS://Shop.Example` becomes `https://shop.example/`.",
  ),
  createdAt: time("When you registered it."),
  previousSecretUntil: z.optional(time("While both secrets sign: when the previous one ends.")),
};

export const EndpointAnswer = named(
  "WebhookEndpoint",
  z.object(endpoint),
  "An address that receives your webhooks. Its secret is not shown again.",
);

export type Endpoint = Answer<typeof EndpointAnswer>;

export const EndpointsAnswer = named(
  "WebhookEndpoints",
  z.object({ results: described(z.array(EndpointAnswer), "Oldest first.") }),
  "The addresses that you registered. Those of the server's settings are not among them.",
);

export const EndpointSecretAnswer = named(
  "WebhookEndpointWithSecret",
  z.object({
    ...endpoint,
    secret: described(z.string(), "Key of the signatures, as text. Keep it where your receiver reads it."),
  }),
  "The address, with the secret that signs from now on. Only these answers show it.",
);

export type EndpointSecret = Answer<typeof EndpointSecretAnswer>;

export const EndpointTestAnswer = named(
  "WebhookTest",
  z.object({
    eventId: id("`id` of the body that was sent, and its header `webhook-id`."),
    isAccepted: described(z.boolean(), "True when your server answered 2xx."),
    answerStatus: z.optional(described(z.number(), "HTTP status of the answer; absent when none came.")),
  }),
  "What became of one test, which is not sent again.",
);

export type EndpointTest = Answer<typeof EndpointTestAnswer>;

export const DeletedEndpointAnswer = named(
  "DeletedWebhookEndpoint",
  z.object({
    success: described(z.literal(true), "Always true; a refusal has another status."),
    id: id("The address that was deleted."),
  }),
  "The address receives nothing more. What still waited for it is given up.",
);
