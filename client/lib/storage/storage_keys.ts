/** Every key of this app in browser storage, with its area and content (W-STORE-01 to W-STORE-03). */
import * as z from "zod/mini";
import { browserArea, createSlot, type Slot, type StorageArea } from "./storage.ts";

const count = z.number();
export const keptText = z.string().check(z.maxLength(2_048));
const campaignSchema = z.record(z.string().check(z.maxLength(64)), keptText);
export interface ValidatorData {
  readonly phoneNumber: string;
  readonly country: string;
}
const validatorDataSchema = z.object({
  phoneNumber: z.string().check(z.maxLength(64)),
  country: z.string().check(z.maxLength(2)),
});
export const EMPTY_VALIDATOR_DATA: ValidatorData = { phoneNumber: "", country: "" };

/** Names of the keys, for the cookie policy's list and for sign-out. */
export const STORAGE_KEYS = {
  validatorData: "validatorData",
  tabNumber: "tabNumber",
  validationsCount: "validationsCount",
  validationsCredits: "validationsCredits",
  validationsCheckTimestamp: "validationsCheckTimestamp",
  sexOffenders: "sexOffenders",
  offenderSearchName: "offenderSearchName",
  quizEmail: "quizEmail",
  quizAnswers: "quizAnswers",
  consent: "consent",
  referrer: "referrer",
  campaign: "campaign",
  idfm: "idfm",
  purchaseEmail: "email",
  purchaseSubscriptionId: "subscriptionId",
  purchaseUrl: "url",
  link: "link",
  user: "user",
  signInPending: "signInPending",
  linkEmail: "linkEmail",
  vSubscriptionId: "vSubscriptionId",
  activation: "activation",
  returnTarget: "returnTarget",
  checkout: "checkout",
  paymentAttempt: "paymentAttempt",
  pendingPurchase: "pendingPurchase",
  addOnOrders: "addOnOrders",
} as const;

export interface Slots {
  /** The number being checked. */
  readonly validatorData: Slot<ValidatorData>;
  /** The number that this tab checks, whatever another tab does; null before it checks one. */
  readonly tabNumber: Slot<ValidatorData | null>;
  /** The last server response, for display only: the server decides how many are left. */
  readonly validationsCount: Slot<number>;
  /** How many of them are credits. */
  readonly validationsCredits: Slot<number>;
  readonly validationsCheckTimestamp: Slot<number>;
  /** Number of entries of the last registry search; the entries themselves are never stored. */
  readonly sexOffenders: Slot<number>;
  /** For this tab only, since it contains a person's name. */
  readonly offenderSearchName: Slot<string>;
  readonly quizEmail: Slot<string>;
  readonly referrer: Slot<string>;
  readonly campaign: Slot<Readonly<Record<string, string>>>;
  readonly idfm: Slot<string>;
  /** Session storage during a purchase. */
  readonly purchaseEmail: Slot<string>;
  readonly purchaseSubscriptionId: Slot<string>;
  readonly purchaseUrl: Slot<string>;
  /** Query string of the visit's first link. */
  readonly link: Slot<string>;
}

export interface Areas {
  readonly local: StorageArea;
  readonly session: StorageArea;
}

export function createSlots({ local, session }: Areas): Slots {
  const string = (area: StorageArea, key: string, schema = keptText) => createSlot({ key, schema, fallback: "", area });
  const number = (key: string) => createSlot({ key, schema: count, fallback: 0, area: local });
  const keys = STORAGE_KEYS;
  return {
    validatorData: createSlot<ValidatorData>({
      key: keys.validatorData,
      schema: validatorDataSchema,
      fallback: EMPTY_VALIDATOR_DATA,
      area: local,
    }),
    tabNumber: createSlot<ValidatorData | null>({
      key: keys.tabNumber,
      schema: z.nullable(validatorDataSchema),
      fallback: null,
      area: session,
    }),
    validationsCount: number(keys.validationsCount),
    validationsCredits: number(keys.validationsCredits),
    validationsCheckTimestamp: number(keys.validationsCheckTimestamp),
    sexOffenders: createSlot({ key: keys.sexOffenders, schema: count, fallback: 0, area: session }),
    offenderSearchName: string(session, keys.offenderSearchName),
    quizEmail: string(local, keys.quizEmail),
    referrer: string(local, keys.referrer),
    campaign: createSlot<Readonly<Record<string, string>>>({
      key: keys.campaign,
      schema: campaignSchema,
      fallback: {},
      area: local,
    }),
    idfm: string(local, keys.idfm),
    purchaseEmail: string(session, keys.purchaseEmail),
    purchaseSubscriptionId: string(session, keys.purchaseSubscriptionId),
    purchaseUrl: string(session, keys.purchaseUrl),
    // Encoded, its values can be many times as long as they are.
    link: string(session, keys.link, z.string()),
  };
}

/** The slots of this browser. */
export const slots: Slots = createSlots({ local: browserArea("local"), session: browserArea("session") });

/** The last response about look-ups left, with its time. */
export function keepLeft({ today, credits }: { readonly today: number; readonly credits: number }): void {
  slots.validationsCount.write(today + credits);
  slots.validationsCredits.write(credits);
  slots.validationsCheckTimestamp.write(Date.now());
}
