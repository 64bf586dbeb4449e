/** The number that another screen hands over to the members' field, as the state of its link. */
import type { PhoneValue } from "../../ui/controls/PhoneField.tsx";

interface Handed {
  readonly handed: PhoneValue;
}

export function handing({ phoneNumber, country }: PhoneValue): Handed {
  return { handed: { phoneNumber, country } };
}

/** `state` is that of the browser's history entry, which may be another version's or another screen's. */
export function handedNumber(state: unknown): PhoneValue | undefined {
  if (typeof state !== "object" || state === null || !("handed" in state)) return undefined;
  const { handed } = state;
  if (typeof handed !== "object" || handed === null || !("phoneNumber" in handed) || !("country" in handed)) {
    return undefined;
  }
  const { phoneNumber, country } = handed;
  return typeof phoneNumber === "string" && typeof country === "string" ? { phoneNumber, country } : undefined;
}
