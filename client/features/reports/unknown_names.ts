/** What the report calls the things it could not check; keys are the fields of the wire. */

const NAMES: Readonly<Record<string, string>> = {
  isActive: "Whether somebody answers",
  name: "Whose number it is",
  lineType: "Kind of line",
  carrier: "Carrier",
  location: "Place",
  zipCode: "Postal code",
  reports: "Reports of members",
  callerId: "Whether the call really came from it",
  country: "Calls across a border",
  validity: "Whether the number is given out",
};

/** A field without a name of its own keeps the wire's. */
export function unknownName(field: string): string {
  return NAMES[field] ?? field;
}
