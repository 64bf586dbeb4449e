/**
 * The protocol between merchant page and card frame: one map per direction, parsed in to_form, to_group, from_form and
 * from_group.
 */
import type { Envelope } from "./check.ts";
import type { ElementChanges, ElementEvent, ElementState, GroupLooks, GroupSetup, SealOptions } from "./elements.ts";
import type { LogLevel } from "./log/levels.ts";

/**
 * Increased when a message changes its meaning. Page and frame are released together; unequal versions do not
 * communicate.
 */
export const PROTOCOL_VERSION = 1;

/** Fields that a card form can have. */
export const ELEMENT_TYPES = [
  "CARD_NUMBER",
  "CARDHOLDER_NAME",
  "EXPIRATION_DATE",
  "EXPIRATION_MONTH",
  "EXPIRATION_YEAR",
  "CVV",
] as const;
/** One field of the card form. */
export type ElementType = (typeof ELEMENT_TYPES)[number];

/** States of a field that can have their own styles. `cardIcon` styles the network's icon. */
export const FIELD_STATES = ["base", "complete", "empty", "focus", "invalid", "cardIcon"] as const;
/** A state of a field that can have its own styles. */
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

/** Texts of one field; `errors` has one sentence per fault. */
export interface FieldTexts {
  readonly label: string;
  readonly placeholder: string;
  /** Of a security code: where three digits are on the card, and where four are. */
  readonly hints?: readonly string[] | undefined;
  readonly errors: Readonly<Partial<Record<Fault, string>>>;
}

export interface FrameTheme {
  readonly appearance: Readonly<Partial<Record<AppearanceKey, string>>>;
  readonly inputs: Readonly<Partial<Record<ElementType | "all", Readonly<Partial<Record<FieldState, Css>>>>>>;
  readonly labels: Readonly<Partial<Record<ElementType | "all", Css>>>;
  readonly errors: Css;
}

/**
 * Everything the frame needs to render one form, as the page requests it. Keys, parents and environment are not part of
 * it.
 */
export interface FormSetup {
  readonly rows: readonly (readonly ElementType[])[];
  readonly texts: Readonly<Partial<Record<ElementType, FieldTexts>>>;
  readonly looks: FrameTheme;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly cardIcon: boolean;
  /** Network of a stored card, when only its security code is asked for. */
  readonly brand?: (typeof FRAME_BRANDS)[number] | undefined;
}

export interface ToFrame {
  readonly configure: { readonly setup: FormSetup };
  readonly restyle: { readonly looks: FrameTheme };
  readonly retext: Pick<FormSetup, "texts" | "language" | "direction">;
  readonly validate: { readonly id: string };
  readonly focus: { readonly field?: ElementType | undefined };
  /** Prevents input while a payment runs. */
  readonly lock: { readonly locked: boolean };
  readonly collect: {
    readonly id: string;
    readonly holderReference?: string | undefined;
    /** Id of the execution that the card is sealed for. */
    readonly execution?: string | undefined;
  };
  /** Networks of a co-badged card, whose icons are shown. Empty when the card has changed. */
  readonly networks: { readonly networks: readonly string[] };
  /** With a name: only that element of a group. */
  readonly clear: { readonly name?: string | undefined };
  /** Containers: renders elements, or makes the frame the controller of a container. */
  readonly group: { readonly setup: GroupSetup };
  /** The controller is ready; element frames find it inside the frame origin. */
  readonly join: Record<never, never>;
  readonly element_restyle: { readonly looks: GroupLooks };
  readonly element_update: { readonly name: string; readonly changes: ElementChanges };
  /** Without a text, removes the error set before. */
  readonly element_error: { readonly name: string; readonly text?: string | undefined };
  /** DEV only. Without a value, clears the element. */
  readonly element_value: { readonly name: string; readonly value?: string | undefined };
  readonly element_focus: { readonly name: string };
  /** `count` is the number of elements in the container; the frame waits for those that load late. */
  readonly element_check: { readonly id: string; readonly count: number };
  /** A bearer token was refused; the frame tells the shopper that nothing was stored. */
  readonly element_refused: { readonly text: string };
  readonly seal: { readonly id: string; readonly count: number; readonly options: SealOptions };
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
  /** First digits of the number: 8 at most, 6 of American Express and Diners Club. */
  readonly bin: string;
  readonly fields: Readonly<Partial<Record<ElementType, FieldFlags>>>;
}

/** Events of a field. */
export const FIELD_EVENTS = ["FOCUS", "BLUR", "CHANGE", "SUBMIT", "ESCAPE"] as const;
export type FieldEvent = (typeof FIELD_EVENTS)[number];

export interface FromFrame {
  readonly ready: { readonly nonce: string };
  readonly event: { readonly name: FieldEvent; readonly field: ElementType; readonly form: FormSnapshot };
  readonly height: { readonly heightPx: number };
  readonly validated: {
    readonly id: string;
    readonly faults: Readonly<Partial<Record<ElementType, Fault>>>;
  };
  readonly collected: {
    readonly id: string;
    /** Compact JWE that only the vault can decrypt. */
    readonly encryptedData: string;
  };
  readonly collect_failed: { readonly id: string; readonly reason: "invalid" | "sealing" | "too_long" };
  readonly element: { readonly name: ElementEvent; readonly state: ElementState };
  /** Names of the elements that are not valid. */
  readonly element_checked: { readonly id: string; readonly invalid: readonly string[] };
  readonly log: { readonly level: LogLevel; readonly text: string };
}

export type ToFrameMessage = Envelope<ToFrame>;
export type FromFrameMessage = Envelope<FromFrame>;
/** Messages for a frame of elements, and messages for the card form's frame. */
export type GroupMessage = Extract<
  ToFrameMessage,
  { readonly type: "group" | "join" | `element_${string}` | "seal" | "clear" }
>;
export type FormMessage = Exclude<ToFrameMessage, { readonly type: Exclude<GroupMessage["type"], "clear"> }>;

/** The one window message. It carries the port for all other messages. */
export interface Hello {
  readonly type: "trustcheck:hello";
  readonly version: number;
  readonly nonce: string;
}

/** Height of one row beside its control: label, gaps, and one line reserved for an error so that nothing moves. */
export const ROW_CHROME_PX = 50;
export const CONTROL_HEIGHT_PX = 48;
/** Room for the focus ring at each side of the frame; a negative margin on the page compensates for it. */
export const RING_ROOM_PX = 5;
