/** Personal values as the console shows them before a reveal: enough to recognize, too little to use. */
import type { Masked, MaskedField, Subject } from "../wire/admin/fields.ts";

const HIDDEN = "•••";

function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  if (at < 1) return email === "" ? "" : HIDDEN;
  const labels = email.slice(at + 1).split(".");
  return `${email.charAt(0)}${HIDDEN}@${labels[0]?.charAt(0) ?? ""}${HIDDEN}.${labels.at(-1) ?? ""}`;
}

function maskPhone(phone: string): string {
  return phone === "" ? "" : `${phone.slice(0, 2)}${HIDDEN}${phone.slice(-2)}`;
}

function maskWords(words: string): string {
  return words.split(/\s+/).filter((word) => word !== "").map((word) => `${word.charAt(0)}${HIDDEN}`).join(" ");
}

const MASKS: Readonly<Record<MaskedField, (value: string) => string>> = {
  email: maskEmail,
  recipient: (value) => value.includes("@") ? maskEmail(value) : maskPhone(value),
  phone: maskPhone,
  looked_up_number: maskPhone,
  name: maskWords,
  address: (value) => value === "" ? "" : HIDDEN,
  ip_network: (value) => value === "" ? "" : HIDDEN,
};

/**
 * A reference that a merchant chose, which sometimes contains the shopper's address or number. The rest of it stays: it
 * is what the merchant gets asked about.
 */
export function maskReference(reference: string): string {
  return reference.split(/([\s<>"',;:()]+)/).map((word) => word.includes("@") ? maskEmail(word) : word).join("")
    .replaceAll(/\+\d[\d .()-]{5,20}\d/g, (number) => maskPhone(number.replaceAll(/[^\d+]/g, "")));
}

/** The masked value, with what a reveal call has to name. */
export function masked(value: string, field: MaskedField, subject: Subject): Masked {
  return { masked: MASKS[field](value), reveal: value === "" ? null : { subject, field } };
}

export const NOTHING: Masked = { masked: "", reveal: null };
