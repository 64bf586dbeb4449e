/** Stored instruments, as the merchant API answers them. */
import * as z from "zod/mini";
import { CARD_CHANGES } from "../acquirer/disputes.ts";
import { id, time } from "./fields.ts";
import { described, named } from "./registry.ts";

export const InstrumentAnswer = named(
  "Instrument",
  z.object({
    id: id("For `paymentInstrumentId` of authorize."),
    paymentMethod: described(z.string(), "`card`, `payPal` and so on."),
    status: described(
      z.enum(["enabled", "created", "deleted", "disabled", "invalid", "transient"]),
      "Only an `enabled` one pays. A `disabled` one was switched off, or its network suspends it; an `invalid` one was " +
        "closed by its network. A `transient` one was not stored: it is not listed, and good for one payment within a day.",
    ),
    default: described(z.boolean(), "True for the instrument the shopper prefers."),
    holderReference: described(z.string(), "Your reference of the shopper."),
    displayName: z.optional(described(z.string(), "For a list, such as `Visa •••• 4242`.")),
    data: described(
      z.object({
        bin: z.optional(
          described(z.string(), "The first digits of a card: 8, or 6 of American Express and Diners Club."),
        ),
        network: z.optional(described(z.string(), "Network of a card, such as `visa`.")),
        preferredScheme: z.optional(described(z.string(), "The network the shopper chose for a card with two.")),
        suffix: z.optional(
          described(
            z.string(),
            "The last four digits; fewer, or none, for a short number whose first eight are shown.",
          ),
        ),
        expiryMonth: z.optional(described(z.string(), "Two digits, `01` to `12`.")),
        expiryYear: z.optional(described(z.string(), "Four digits.")),
        email: z.optional(described(z.string(), "Email address of a wallet's account.")),
        cardChange: z.optional(described(
          z.object({
            change: described(z.enum(CARD_CHANGES), "What the network reported last."),
            time: time("When the service learned of it."),
          }),
          "Absent while the network has reported nothing.",
        )),
        binLookup: z.optional(described(
          z.object({
            issuerCountry: z.optional(described(
              z.object({
                code: described(z.string(), "ISO 3166-1 alpha-2."),
                iso3: described(z.string(), "ISO 3166-1 alpha-3."),
                name: described(z.string(), "In English."),
              }),
              "Country of the bank that issued the card.",
            )),
          }),
          "What the first digits reveal about the card.",
        )),
      }),
      "What is known of the card or account.",
    ),
  }),
  "A stored card or account, without its number.",
);

export const InstrumentsAnswer = named(
  "Instruments",
  z.object({
    results: described(
      z.array(InstrumentAnswer),
      "Every one that is stored and not deleted, also those that are `disabled` or `invalid`.",
    ),
  }),
  "What a shopper stored with you; the one they prefer first.",
);

export const DeletedAnswer = named(
  "DeletedInstrument",
  z.object({
    success: described(z.literal(true), "Always true; a refusal has another status."),
    id: id("The instrument that was deleted."),
  }),
  "The instrument is deleted; its number, expiry date and email address are erased. Past payments keep their data.",
);

export const ErasedRecordsAnswer = named(
  "ErasedRecords",
  z.object({
    success: described(z.literal(true), "Always true; a refusal has another status."),
    records: described(z.int(), "How many were erased; 0 when the shopper had none."),
  }),
  "The shopper's records are erased, in every table.",
);
