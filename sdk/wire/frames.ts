/** The protocol between the merchant page and the card frame: one map for each direction, and parsers for what arrives. */
import { isBoolean, isList, isMap, isNumber, isOneOf, isOptional, isShape, isText } from "./check.ts";
import {
  type CollectWishes,
  ELEMENT_EVENTS,
  type ElementEvent,
  type ElementSpec,
  type ElementState,
  type GroupSetup,
  isElementState,
  isGroupSetup,
  isSpec,
  isWishes,
  LOG_LEVELS,
  type LogLevel,
} from "./elements.ts";

/** Raised when a message changes its meaning; both sides are served together, so unequal versions never talk. */
export const PROTOCOL_VERSION = 1;

export const ELEMENT_TYPES = [
  "CARD_NUMBER",
  "CARDHOLDER_NAME",
  "EXPIRATION_DATE",
  "EXPIRATION_MONTH",
  "EXPIRATION_YEAR",
  "CVV",
] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

export const FIELD_STATES = ["base", "complete", "empty", "focus", "invalid", "cardIcon"] as const;
export type FieldState = (typeof FIELD_STATES)[number];

/** What can be wrong with one field. */
export const FAULTS = ["empty", "incomplete", "too_long", "wrong", "past", "too_far"] as const;
export type Fault = (typeof FAULTS)[number];

export const APPEARANCE_KEYS = [
  "colorScheme",
  "colorPrimary",
  "colorText",
  "colorMuted",
  "colorBackground",
  "colorBorder",
  "colorDanger",
  "colorFocus",
  "borderRadius",
  "fontFamily",
  "fontSize",
  "controlHeight",
] as const;
export type AppearanceKey = (typeof APPEARANCE_KEYS)[number];

const BRANDS = [
  "VISA",
  "MASTERCARD",
  "AMEX",
  "DINERS_CLUB",
  "DISCOVER",
  "JCB",
  "MAESTRO",
  "UNIONPAY",
  "HIPERCARD",
  "DEFAULT",
  "UNKNOWN",
] as const;

export type Css = Readonly<Partial<Record<string, string>>>;

/** Texts of one field; `errors` has one sentence for each fault. */
export interface FieldTexts {
  readonly label: string;
  readonly placeholder: string;
  readonly errors: Readonly<Partial<Record<Fault, string>>>;
}

export interface FrameLooks {
  readonly appearance: Readonly<Partial<Record<AppearanceKey, string>>>;
  readonly inputs: Readonly<Partial<Record<ElementType | "all", Readonly<Partial<Record<FieldState, Css>>>>>>;
  readonly labels: Readonly<Partial<Record<ElementType | "all", Css>>>;
  readonly errors: Css;
}

/** Everything the frame needs to draw one form. The page's wishes only: keys, parents and environment are not among them. */
export interface FormSetup {
  readonly rows: readonly (readonly ElementType[])[];
  readonly texts: Readonly<Partial<Record<ElementType, FieldTexts>>>;
  readonly looks: FrameLooks;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly cardIcon: boolean;
  readonly numberFormat?: string | undefined;
}

export interface ToFrame {
  readonly configure: { readonly setup: FormSetup };
  readonly restyle: { readonly looks: FrameLooks };
  readonly retext: { readonly texts: FormSetup["texts"] };
  readonly validate: { readonly id: string };
  readonly focus: { readonly field?: ElementType | undefined };
  /** Fields take no input while a payment runs. */
  readonly lock: { readonly locked: boolean };
  readonly collect: { readonly id: string; readonly holderReference?: string | undefined };
  readonly clear: Record<never, never>;
  /** Containers: draws elements, or makes the frame the controller of a container. */
  readonly group: { readonly setup: GroupSetup };
  /** The controller stands: element frames look it up inside the frame origin. */
  readonly join: Record<never, never>;
  readonly element_update: { readonly spec: ElementSpec };
  /** Without a text the error set before is taken back. */
  readonly element_error: { readonly name: string; readonly text?: string | undefined };
  /** DEV only; without a value the element is emptied. */
  readonly element_value: { readonly name: string; readonly value?: string | undefined };
  readonly element_focus: { readonly name: string };
  readonly element_check: { readonly id: string };
  readonly seal: { readonly id: string; readonly wishes: CollectWishes };
}

/** What the page may know of one field. */
export interface FieldFlags {
  readonly isEmpty: boolean;
  readonly isComplete: boolean;
  readonly isValid: boolean;
  readonly isFocused: boolean;
}

export interface FormSnapshot {
  readonly isValid: boolean;
  readonly brand: (typeof BRANDS)[number];
  /** At most the first 8 digits, Amex 6. */
  readonly bin: string;
  readonly fields: Readonly<Partial<Record<ElementType, FieldFlags>>>;
}

export const FIELD_EVENTS = ["FOCUS", "BLUR", "CHANGE", "SUBMIT", "ESCAPE"] as const;
export type FieldEvent = (typeof FIELD_EVENTS)[number];

export interface FromFrame {
  readonly ready: { readonly nonce: string; readonly heightPx: number };
  readonly event: { readonly name: FieldEvent; readonly field: ElementType; readonly form: FormSnapshot };
  readonly height: { readonly heightPx: number };
  readonly validated: {
    readonly id: string;
    readonly faults: Readonly<Partial<Record<ElementType, Fault>>>;
  };
  readonly collected: {
    readonly id: string;
    /** Compact JWE; only the vault can open it. */
    readonly encryptedData: string;
    readonly bin: string;
    readonly lastFour: string;
  };
  readonly collect_failed: { readonly id: string; readonly reason: "invalid" | "sealing" };
  readonly element: { readonly name: ElementEvent; readonly state: ElementState };
  /** Names of the elements that are not valid. */
  readonly element_checked: { readonly id: string; readonly invalid: readonly string[] };
  readonly log: { readonly level: LogLevel; readonly text: string };
}

/** A message as it travels: its name beside its payload. */
export type Envelope<M> = { readonly [K in keyof M]: { readonly type: K } & M[K] }[keyof M];
export type ToFrameMessage = Envelope<ToFrame>;
export type FromFrameMessage = Envelope<FromFrame>;

/** The one window message: carries the port on which everything else travels. */
export interface Hello {
  readonly type: "trustcheck:hello";
  readonly version: number;
  readonly nonce: string;
}

const isElement = isOneOf(ELEMENT_TYPES);
const isElementOrAll = isOneOf([...ELEMENT_TYPES, "all"]);
const isId = isText(64);
const isCss = isMap(isText(64), isOptional(isText(256)));
const isHeight = isNumber(0, 10_000);
const isBrand = isOneOf(BRANDS);
const isBin = (value: unknown): value is string => typeof value === "string" && /^\d{0,8}$/.test(value);
const isLastFour = (value: unknown): value is string => typeof value === "string" && /^(\d{4})?$/.test(value);

const isLooks = isShape<FrameLooks>({
  appearance: isMap(isOneOf(APPEARANCE_KEYS), isText(256)),
  inputs: isMap(isElementOrAll, isMap(isOneOf(FIELD_STATES), isCss)),
  labels: isMap(isElementOrAll, isCss),
  errors: isCss,
});
const isTexts = isMap(
  isElement,
  isShape<FieldTexts>({ label: isText(200), placeholder: isText(200), errors: isMap(isOneOf(FAULTS), isText(400)) }),
);
const isSetup = isShape<FormSetup>({
  rows: isList(isList(isElement, 12), 12),
  texts: isTexts,
  looks: isLooks,
  language: isText(35),
  direction: isOneOf(["ltr", "rtl"]),
  cardIcon: isBoolean,
  numberFormat: isOptional(isText(64)),
});
const isForm = isShape<FormSnapshot>({
  isValid: isBoolean,
  brand: isBrand,
  bin: isBin,
  fields: isMap(
    isElement,
    isShape<FieldFlags>({ isEmpty: isBoolean, isComplete: isBoolean, isValid: isBoolean, isFocused: isBoolean }),
  ),
});

type Checks<M> = { readonly [K in keyof M]: (value: unknown) => value is { readonly type: K } & M[K] };

const TO_FRAME: Checks<ToFrame> = {
  configure: isShape({ type: isOneOf(["configure"]), setup: isSetup }),
  restyle: isShape({ type: isOneOf(["restyle"]), looks: isLooks }),
  retext: isShape({ type: isOneOf(["retext"]), texts: isTexts }),
  validate: isShape({ type: isOneOf(["validate"]), id: isId }),
  focus: isShape({ type: isOneOf(["focus"]), field: isOptional(isElement) }),
  lock: isShape({ type: isOneOf(["lock"]), locked: isBoolean }),
  collect: isShape({ type: isOneOf(["collect"]), id: isId, holderReference: isOptional(isText(256)) }),
  clear: isShape({ type: isOneOf(["clear"]) }),
  group: isShape({ type: isOneOf(["group"]), setup: isGroupSetup }),
  join: isShape({ type: isOneOf(["join"]) }),
  element_update: isShape({ type: isOneOf(["element_update"]), spec: isSpec }),
  element_error: isShape({ type: isOneOf(["element_error"]), name: isText(128), text: isOptional(isText(400)) }),
  element_value: isShape({ type: isOneOf(["element_value"]), name: isText(128), value: isOptional(isText(10_000)) }),
  element_focus: isShape({ type: isOneOf(["element_focus"]), name: isText(128) }),
  element_check: isShape({ type: isOneOf(["element_check"]), id: isId }),
  seal: isShape({ type: isOneOf(["seal"]), id: isId, wishes: isWishes }),
};

const FROM_FRAME: Checks<FromFrame> = {
  ready: isShape({ type: isOneOf(["ready"]), nonce: isId, heightPx: isHeight }),
  event: isShape({ type: isOneOf(["event"]), name: isOneOf(FIELD_EVENTS), field: isElement, form: isForm }),
  height: isShape({ type: isOneOf(["height"]), heightPx: isHeight }),
  validated: isShape({ type: isOneOf(["validated"]), id: isId, faults: isMap(isElement, isOneOf(FAULTS)) }),
  collected: isShape({
    type: isOneOf(["collected"]),
    id: isId,
    encryptedData: isText(8192),
    bin: isBin,
    lastFour: isLastFour,
  }),
  collect_failed: isShape({
    type: isOneOf(["collect_failed"]),
    id: isId,
    reason: isOneOf(["invalid", "sealing"]),
  }),
  element: isShape({ type: isOneOf(["element"]), name: isOneOf(ELEMENT_EVENTS), state: isElementState }),
  element_checked: isShape({ type: isOneOf(["element_checked"]), id: isId, invalid: isList(isText(128), 100) }),
  log: isShape({ type: isOneOf(["log"]), level: isOneOf(LOG_LEVELS), text: isText(400) }),
};

const isHello = isShape<Hello>({
  type: isOneOf(["trustcheck:hello"]),
  version: isNumber(PROTOCOL_VERSION, PROTOCOL_VERSION),
  nonce: isId,
});

export function parseHello(data: unknown): Hello | undefined {
  return isHello(data) ? data : undefined;
}

export function parseToFrame(data: unknown): ToFrameMessage | undefined {
  return Object.values(TO_FRAME).map((check) => check(data) ? data : undefined).find((found) => found !== undefined);
}

export function parseFromFrame(data: unknown): FromFrameMessage | undefined {
  return Object.values(FROM_FRAME).map((check) => check(data) ? data : undefined).find((found) => found !== undefined);
}

/** Height of one row beside its control: label, gaps and one line kept free for an error, so that nothing jumps. */
export const ROW_CHROME_PX = 44;
export const CONTROL_HEIGHT_PX = 48;
/** Room at both sides of the frame for the focus ring, taken back by a negative margin on the page. */
export const RING_ROOM_PX = 5;
