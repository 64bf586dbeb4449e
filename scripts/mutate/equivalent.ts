/** Mutations that no test can notice, each with its reason; `deno task mutate` does not count them. */
import type { Kind, Site } from "./sites.ts";

export interface Equivalent {
  readonly path: string;
  readonly kind: Kind;
  /** The replaced text, as in the source. */
  readonly original: string;
  /** The source line it starts on, without its indentation: the same text on another line is another change. */
  readonly line: string;
  readonly reason: string;
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    path: "sdk/observability/telemetry.ts",
    kind: "changed constant",
    original: "100",
    line: "const MAX_WAITING = 100;",
    reason: "the observer that these events go to keeps 100 of its own and drops the next",
  },
  ...[
    '.set((eb) => ({ ...endedAt(nowMs), version: eb("version", "+", 1) }))',
    '.set((eb) => ({ ...endedAt(row.grace_ms ?? nowMs), version: eb("version", "+", 1) })).where("id", "=", row.id)',
  ].map((line) => ({
    path: "server/embedded/subscriptions/billing/dunning/grace.ts",
    kind: "changed constant" as const,
    original: "1",
    line,
    reason: "a row's version only has to differ from the one that a writer has read; every step does",
  })),
  {
    path: "server/embedded/payments/reconcile/reconcile.ts",
    kind: "dropped default",
    original: 'row.charge_key ?? ""',
    line: 'const key = row.charge_key ?? "";',
    reason: "a payment becomes pending together with its key; the default is for the compiler, which knows no states",
  },
  {
    path: "server/console/previews.ts",
    kind: "changed constant",
    original: "32",
    line: "const state = await runner.run(ports, request, { key: row.hash.slice(0, 32), basis: basisOf(row) });",
    reason: "the start of a hash is the idempotency key of an act; one more digit of it names the act as well",
  },
  {
    path: "client/features/quiz/advice/advice_demands.ts",
    kind: "swapped arguments",
    original: 'says(14, "yes"), says(9, "link")',
    line: 'applies: both(says(14, "yes"), says(9, "link")),',
    reason: "both conditions have to hold, in any order",
  },
  {
    path: "server/embedded/subscriptions/operator/figures.ts",
    kind: "dropped default",
    original: "refundsOf[at] ?? []",
    line: "const refunded = sum((refundsOf[at] ?? []).map(({ cents }) => cents));",
    reason: "every day has its list, empty or not; the default is for the compiler, which knows no lengths",
  },
  {
    path: "server/embedded/members/reports/report_pdf.ts",
    kind: "dropped default",
    original: 'code ?? ""',
    line: 'known: (code, stored) => translationOf(own(SENTENCES, code ?? "") ?? stored, language),',
    reason: "the table of sentences has no row without a name, and none with the name that a missing code becomes",
  },
  {
    path: "client/ui/controls/Field.tsx",
    kind: "dropped default",
    original: "optional ?? false",
    line: "<FieldFrame label={label} help={help} error={error} optional={optional ?? false}>",
    reason: "the frame asks only whether it is true; the default is for the compiler",
  },
  {
    path: "client/features/billing/subscription_lines.ts",
    kind: "dropped default",
    original: 'paused_until ?? ""',
    line: 'return t("Paused until {date}", { date: longDate(paused_until ?? "") });',
    reason: "a plan is only called paused with the day on which it goes on; the default is for the compiler",
  },
  ...([
    [
      "server/embedded/subscriptions/billing/record_paid_periods.ts",
      'receipts[at] ?? ""',
      'receiptOf(booking, { receipt: receipts[at] ?? "", right: rights.get(booking.charge.id), nowMs })',
    ],
    [
      "server/embedded/subscriptions/emails/receipts.ts",
      'numbers[at] ?? ""',
      'for (const [at, { charge_id }] of sameYear.entries()) receipts.set(charge_id, numbers[at] ?? "");',
    ],
  ] as const).map(([path, original, line]) => ({
    path,
    kind: "dropped default" as const,
    original,
    line,
    reason: "as many receipt numbers are taken as there are charges; the default is for the compiler",
  })),
  {
    path: "server/routes/app/spa.ts",
    kind: "dropped default",
    original: 'request.headers.get("accept-encoding") ?? ""',
    line: 'return new RegExp(`\\\\b${encoding}\\\\b`).test(request.headers.get("accept-encoding") ?? "");',
    reason: "without the header the word null is tried, which is no encoding; the default is for the compiler",
  },
  {
    path: "server/embedded/identity/sessions/sign_in.ts",
    kind: "dropped default",
    original: 'posted.get("id_token") ?? ""',
    line: 'const claims = parseClaims(posted.get("id_token") ?? "");',
    reason: "without a token, null is refused as an empty text is: neither is the page's JSON",
  },
  {
    path: "iframe/form.ts",
    kind: "dropped default",
    original: "flags.CARD_NUMBER?.isValid ?? false",
    line:
      "const { bin, shown } = showBin(this.#shown, { digits, brand, isValid: flags.CARD_NUMBER?.isValid ?? false });",
    reason: "a form without a number has no digits to show, valid or not; the default is for the compiler",
  },
  {
    path: "server/platform/http/public_network.ts",
    kind: "dropped default",
    original: "answer.statusCode ?? 0",
    line: "answered(answer.statusCode ?? 0);",
    reason: "the answer to a request has a status; the default is for the compiler",
  },
  {
    path: "server/routes/csp_report.ts",
    kind: "dropped default",
    original: 'address.split(/[?#]/, 1)[0] ?? ""',
    line: 'return address.split(/[?#]/, 1)[0] ?? "";',
    reason: "a split text has a first part; the default is for the compiler",
  },
  {
    path: "client/ui/report/LocalTime.tsx",
    kind: "dropped default",
    original:
      'new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })\n    .formatToParts(nowMs).find(({ type }) => type === "timeZoneName")?.value ?? ""',
    line: 'const name = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })',
    reason: "a format that names the zone always has that part; the default is for the compiler",
  },
  {
    path: "server/embedded/payments/vault/evidence.ts",
    kind: "dropped default",
    original: 'EVIDENCE_FILE_TYPES.find((known) => known === content_type) ?? "text/plain"',
    line: 'const contentType = EVIDENCE_FILE_TYPES.find((known) => known === content_type) ?? "text/plain";',
    reason: "only files of these types are stored; the default is for the compiler, to which the column is text",
  },
  {
    path: "server/console/previews.ts",
    kind: "dropped default",
    original: 'JSON.parse(effects_json).basis ?? ""',
    line: 'return JSON.parse(effects_json).basis ?? "";',
    reason: "only a refund reads it, whose preview always writes it; the default is for the compiler",
  },
  {
    path: "iframe/elements/element_field.ts",
    kind: "dropped default",
    original: 'this.#forced ?? fault?.text ?? errors[fault?.name ?? ""] ?? ""',
    line: 'const sentence = this.#forced ?? fault?.text ?? errors[fault?.name ?? ""] ?? "";',
    reason: "a node whose text is set to undefined shows no text; the default is for the compiler",
  },
  ...([
    ['execution?.links.self ?? ""', 'const self = execution?.links.self ?? "";'],
    ['execution?.id ?? ""', 'id: execution?.id ?? "",'],
    ["execution?.status ?? []", "status: execution?.status ?? [],"],
  ] as const).map(([original, line]) => ({
    path: "sdk/payment/execution/store.ts",
    kind: "dropped default" as const,
    original,
    line,
    reason: "the link that stores an instrument is one of the session's execution, so there is one",
  })),
  ...([
    ["dropped default", 'remotes.get(request) ?? "127.0.0.1"'],
    ["changed constant", '"127.0.0.1"'],
  ] as const).map(([kind, original]) => ({
    path: "server/serve.ts",
    kind,
    original,
    line: 'const remoteOf: RemoteOf = (request) => remotes.get(request) ?? "127.0.0.1";',
    reason:
      "the listener below notes the address of every request before the app sees it; the default is for the compiler",
  })),
  {
    path: "iframe/elements/hub.ts",
    kind: "dropped call",
    original: "this.#waiting.clear();",
    line: "this.#waiting.clear();",
    reason: "who waited has resumed; to resume it again at the next member does nothing",
  },
  ...([
    [
      '"not a compact JWE"',
      String
        .raw`if (jwe.length > MAX_SEAL_CHARS || !/^[\w-]+(\.[\w-]+){4}$/.test(jwe)) throw new TypeError("not a compact JWE");`,
    ],
    [
      '"header parameters that are not allowed"',
      'if (strange.length > 0) throw new TypeError("header parameters that are not allowed");',
    ],
    [
      '"sealed too long ago, or in the future"',
      'if ("iat" in header && !isFresh(header.iat, nowS)) throw new TypeError("sealed too long ago, or in the future");',
    ],
    [
      '"not canonical"',
      'if (bytes.some((part, index) => base64url.encode(part) !== parts[index])) throw new TypeError("not canonical");',
    ],
  ] as const).map(([original, line]) => ({
    path: "server/embedded/payments/vault/open_sealed.ts",
    kind: "changed constant" as const,
    original,
    line,
    reason: "words for the reader of the code: every seal that cannot be opened gets the one answer, without its cause",
  })),
];

export function isEquivalent(site: Site): boolean {
  return EQUIVALENT.some((row) => describes(row, site));
}

export function describes({ path, kind, original, line }: Equivalent, site: Site): boolean {
  return path === site.path && kind === site.kind && original === site.original && line === site.context;
}

/** Never mutated: texts and drawings, which people review. */
export const EXCLUDED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/_test\.tsx?$|\.d\.ts$/, "tests and declarations"],
  [/^(server\/embedded\/[^/]+|client\/(?:console|pages)|iframe)\/testing\//, "parts of tests"],
  [/^client\/gallery\//, "examples of every part, which `deno task dev` and `deno task screens` show and no build has"],
  [/^sdk\/locales\//, "sentences of other languages; the compiler stops where one is missing"],
  [/^server\/embedded\/members\/guide\/chapters\//, "chapters of the guide"],
  [/^client\/drawings\//, "drawings"],
  [/^client\/ui\/pictures\/(icon_paths\.ts|drawings\.tsx|HeroDrawing\.tsx)$/, "drawings: paths of icons and pictures"],
  [/^iframe\/theme\/brand_marks\.ts$/, "drawings: shapes and colours of the networks' icons"],
  [/^(client|server)\/dev/, "what only `deno task dev` runs"],
];
