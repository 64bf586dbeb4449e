/** The logos of the two providers and a key for passkeys, in the text colour. */
import type { ProviderName } from "../identity/providers.ts";

type Mark = ProviderName | "passkey";

const MARKS: Readonly<Record<Mark, string>> = {
  google: "M12 5.3a6.600 6.600 0 0 1 4.600 1.800l2.600-2.600A10.300 10.300 0 1 0 22.100 10.200H12v3.900h5.700" +
    "A6.400 6.400 0 1 1 12 5.300z",
  apple:
    "M15.600 3c.1 1.200-.4 2.300-1.100 3.100-.8.9-1.900 1.500-3 1.400-.1-1.100.4-2.300 1.100-3.100.8-.8 2-1.400 3-1.400zM19 " +
    "16.900c-.5 1.200-.8 1.700-1.500 2.800-1 1.400-2.300 2.800-3.900 2.800-1.500 0-1.800-.9-3.800-.9s-2.400.9-3.900.9c-1.600 0-2.900-1.600-3.900-3" +
    "C-.6 15.600-.8 10.900 1 8.400c1.200-1.800 3.200-2.800 5-2.800 1.900 0 3 1 4.500 1 1.500 0 2.400-1 4.500-1 1.600 0 3.400.9 4.600 2.400-4 2.200-3.400 8-.6 8.900z",
  passkey:
    "M7.500 6.500a5.500 5.500 0 1 0 5.100 7.500H16v3h3v-3h3v-4h-9.400A5.500 5.500 0 0 0 7.500 6.500zm0 4a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3z",
};

export function ProviderMark({ name }: { readonly name: Mark }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox={name === "apple" ? "-2 1 24 24" : "0 0 24 24"}
      fill="currentColor"
      fillRule="evenodd"
      aria-hidden
    >
      <path d={MARKS[name]} />
    </svg>
  );
}
