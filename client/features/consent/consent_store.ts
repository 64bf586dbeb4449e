/** This browser's choice; storing it is strictly necessary and needs no consent. */
import { signal } from "@preact/signals-react";
import { browserArea, createSlot } from "../../lib/storage/storage.ts";
import { STORAGE_KEYS } from "../../lib/storage/storage_keys.ts";
import {
  type ConsentChoice,
  consentChoiceSchema,
  type ConsentEvent,
  type ConsentState,
  initialConsent,
  reduceConsent,
} from "./consent_state.ts";

const slot = createSlot<ConsentChoice>({
  key: STORAGE_KEYS.consent,
  schema: consentChoiceSchema,
  fallback: "unanswered",
  area: browserArea("local"),
});

function hasPrivacySignal(): boolean {
  return typeof navigator !== "undefined" && "globalPrivacyControl" in navigator &&
    navigator.globalPrivacyControl === true;
}

/** Read with `useSignals()`. */
export const consent = signal<ConsentState>(initialConsent(slot.read(), hasPrivacySignal()));

export function mayTrack(): boolean {
  return consent.value.choice === "given";
}

export function dispatchConsent(event: ConsentEvent): void {
  const before = consent.value;
  consent.value = reduceConsent(before, event);
  if (consent.value.choice !== before.choice) slot.write(consent.value.choice);
}

/** A choice in another tab counts here, too: a withdrawn consent ends the tracking of every open page. */
addEventListener("storage", () => {
  const stored = initialConsent(slot.read(), hasPrivacySignal());
  if (stored.choice !== consent.value.choice) consent.value = stored;
});
