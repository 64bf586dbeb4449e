/** The protocol between the merchant page and the card frame: one map for each direction, parsed in to_form, to_group, from_form and from_group. */
import type { Envelope } from "./check.ts";
import type { CollectWishes, ElementChanges, ElementEvent, ElementState, GroupSetup, LogLevel } from "./elements.ts";

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

export const FRAME_BRANDS = [
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

export interface FrameTheme {
  readonly appearance: Readonly<Partial<Record<AppearanceKey, string>>>;
  readonly inputs: Readonly<Partial<Record<ElementType | "all", Readonly<Partial<Record<FieldState, Css>>>>>>;
  readonly labels: Readonly<Partial<Record<ElementType | "all", Css>>>;
  readonly errors: Css;
}

/** Everything the frame needs to draw one form. The page's wishes only: keys, parents and environment are not among them. */
export interface FormSetup {
  readonly rows: readonly (readonly ElementType[])[];
  readonly texts: Readonly<Partial<Record<ElementType, FieldTexts>>>;
  readonly looks: FrameTheme;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly cardIcon: boolean;
  readonly numberFormat?: string | undefined;
  /** Of a stored card whose security code alone is asked for. */
  readonly brand?: (typeof FRAME_BRANDS)[number] | undefined;
}

export interface ToFrame {
  readonly configure: { readonly setup: FormSetup };
  readonly restyle: { readonly looks: FrameTheme };
  readonly retext: { readonly texts: FormSetup["texts"] };
  readonly validate: { readonly id: string };
  readonly focus: { readonly field?: ElementType | undefined };
  /** Fields take no input while a payment runs. */
  readonly lock: { readonly locked: boolean };
  readonly collect: {
    readonly id: string;
    readonly holderReference?: string | undefined;
    /** The payment that the card is sealed for. */
    readonly execution?: string | undefined;
  };
  /** Of a co-badged card, all whose marks are shown; none when the card is another one. */
  readonly networks: { readonly networks: readonly string[] };
  /** With a name: one element of a group alone. */
  readonly clear: { readonly name?: string | undefined };
  /** Containers: draws elements, or makes the frame the controller of a container. */
  readonly group: { readonly setup: GroupSetup };
  /** The controller stands: element frames look it up inside the frame origin. */
  readonly join: Record<never, never>;
  readonly element_update: { readonly name: string; readonly changes: ElementChanges };
  /** Without a text the error set before is taken back. */
  readonly element_error: { readonly name: string; readonly text?: string | undefined };
  /** DEV only; without a value the element is emptied. */
  readonly element_value: { readonly name: string; readonly value?: string | undefined };
  readonly element_focus: { readonly name: string };
  /** `count`: so many elements belong to the container; those whose frames come late are waited for. */
  readonly element_check: { readonly id: string; readonly count: number };
  /** A bearer token was refused: the frame tells the person that nothing was stored. */
  readonly element_refused: { readonly text: string };
  readonly seal: { readonly id: string; readonly count: number; readonly wishes: CollectWishes };
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
  readonly brand: (typeof FRAME_BRANDS)[number];
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
  };
  readonly collect_failed: { readonly id: string; readonly reason: "invalid" | "sealing" };
  readonly element: { readonly name: ElementEvent; readonly state: ElementState };
  /** Names of the elements that are not valid. */
  readonly element_checked: { readonly id: string; readonly invalid: readonly string[] };
  readonly log: { readonly level: LogLevel; readonly text: string };
}

export type ToFrameMessage = Envelope<ToFrame>;
export type FromFrameMessage = Envelope<FromFrame>;
/** What a frame of elements takes, and what the card form's frame takes. */
export type GroupMessage = Extract<
  ToFrameMessage,
  { readonly type: "group" | "join" | `element_${string}` | "seal" | "clear" }
>;
export type FormMessage = Exclude<ToFrameMessage, { readonly type: Exclude<GroupMessage["type"], "clear"> }>;

/** The one window message: carries the port on which everything else travels. */
export interface Hello {
  readonly type: "trustcheck:hello";
  readonly version: number;
  readonly nonce: string;
}

/** Height of one row beside its control: label, gaps and one line kept free for an error, so that nothing jumps. */
export const ROW_CHROME_PX = 44;
export const CONTROL_HEIGHT_PX = 48;
/** Room at both sides of the frame for the focus ring, taken back by a negative margin on the page. */
export const RING_ROOM_PX = 5;
