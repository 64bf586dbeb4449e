/** Names of line types as people know them; an unknown one is said to be unknown, never guessed. */
const NAMES: Readonly<Record<string, string>> = {
  landline: "Landline",
  mobile: "Mobile phone",
  fixedLineOrMobile: "Landline or mobile, this country does not tell them apart",
  tollFree: "Free to call",
  premium: "Premium rate, costs extra",
  sharedCost: "Shared cost, may cost extra",
  nonFixedVoip: "Internet phone, bound to no address",
  fixedVoip: "Internet phone at an address",
  personal: "Personal number that forwards",
  pager: "Pager",
  uan: "Company-wide number",
  voicemail: "Voicemail access",
};

export function lineTypeName(lineType: string): string {
  return NAMES[lineType] ?? "Not known";
}
