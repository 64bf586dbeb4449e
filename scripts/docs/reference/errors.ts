/** Writes the list of all errors, of the SDK and of the payments service, from the tables that raise them. */
import { errorAreas, errorPages, readable } from "../../../server/routes/checkout/errors.ts";

const LEAD = `# Errors

Every error of the SDK is a \`PayrailsError\` with a \`code\`, a \`message\` and a \`docUrl\`. The payments service answers
\`{ errors: [{ id, code, detail, docUrl }] }\`; its log holds the same \`id\`. Words in parentheses are filled in.

\`\`\`ts
import { PayrailsError } from "@payrails/web-sdk";

try {
  Payrails.init(init);
} catch (error) {
  if (error instanceof PayrailsError) console.log(error.code, error.message, error.docUrl);
}
\`\`\`
`;

export function errorsPage(): string {
  const areas = errorAreas(errorPages()).map(([area, rows]) =>
    [
      `## ${area}`,
      ...rows.map(({ code, sentences, advice }) =>
        [`### ${code}`, ...sentences.map((sentence) => `> ${escaped(readable(sentence))}`), escaped(advice)].join(
          "\n\n",
        )
      ),
    ].join("\n\n")
  );
  return `${[LEAD.trim(), ...areas].join("\n\n")}\n`;
}

/** Sentences are plain text. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, "\\$&");
}
