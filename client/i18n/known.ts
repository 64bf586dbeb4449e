/** Sentences that services send in English, such as the reasons of a score, in the language of the page. */
import { SERVICE_TEXTS } from "./service_texts.ts";

/** The same words where the page is English or the sentence is not one we know. */
export function known(text: string): string {
  const exact = SERVICE_TEXTS[text];
  if (exact !== undefined || text === "") return exact ?? text;
  for (const [pattern, words] of patterns()) {
    const match = pattern.exec(text);
    if (match !== null) return words.replace(/\{(\w+)\}/g, (slot, name: string) => known(match.groups?.[name] ?? slot));
  }
  return text;
}

let made: readonly (readonly [RegExp, string])[] | undefined;

/** "{count} of 100": what stands in braces is any text, translated where it is known itself. */
function patterns() {
  made ??= Object.entries(SERVICE_TEXTS).filter(([text]) => text.includes("{")).map(([text, words]) => {
    const escaped = text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
    return [new RegExp(`^${escaped}$`), words] as const;
  });
  return made;
}
