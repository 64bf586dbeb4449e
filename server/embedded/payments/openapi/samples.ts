/** A line of curl for each call, as merchants paste it. */
import type { Call } from "./calls.ts";

const IDS: Readonly<Record<string, string>> = {
  clientId: "merchant-demo",
  code: "payment-acceptance",
  holder: "ada",
  id: "$ID",
  file: "$FILE",
};

/** Shell variables replace what differs: `$BASE`, `$TOKEN` of the token call, `$ID`, `$FILE` and a new `$KEY`. */
export function sampleOf(route: string, { tag, isKeyed, example, body }: Call): string {
  const [method = "", path = ""] = route.split(" ");
  const address = `"$BASE${path.replaceAll(/:(\w+)/g, (_, name: string) => IDS[name] ?? name)}"`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${address}`,
    `-H ${tag === "Token" ? `"x-api-key: $SECRET"` : `"authorization: Bearer $TOKEN"`}`,
    ...(isKeyed === true ? [`-H "x-idempotency-key: $KEY"`] : []),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(example ?? {})}'`]),
  ];
  return lines.join(" \\\n  ");
}
