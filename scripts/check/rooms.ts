/**
 * Which room may import which. An area is a folder whose rooms are the folders below it; each row lists what its room
 * may import inside the area, a room or a file beside the rooms. A file beside them without a row of its own assembles
 * the area: it may import every room, and only rooms whose row names it may import it.
 */
export type Rooms = Readonly<Record<string, string>>;

/** Rooms by area. The tables have no cycle, so the rooms have none either; lint_boundaries_test.ts walks them. */
export const AREAS: Readonly<Record<string, Rooms>> = {
  "server/": {
    platform: "",
    wire: "",
    "app_env.ts": "",
    config: "platform",
    db: "platform",
    i18n: "platform wire app_env.ts",
    outbox: "platform wire db",
    jobs: "platform wire db outbox passkeys operators embedded",
    http: "platform wire config db app_env.ts",
    proxy: "platform wire config http",
    passkeys: "platform wire config db outbox",
    audit: "platform wire config db",
    operators: "platform wire config db audit",
    pages: "platform wire config i18n http",
    embedded: "platform wire db i18n outbox",
    console: "platform wire db outbox passkeys audit operators embedded",
    keys: "config db embedded",
    commands: "platform config db keys audit operators embedded",
    routes:
      "platform wire config db keys i18n outbox http proxy passkeys audit operators console pages embedded app_env.ts context.ts",
  },
  "server/embedded/": { payments: "", subscriptions: "", members: "", identity: "", mail: "", errors: "" },
  "server/embedded/payments/": {
    db: "",
    acquirer: "",
    simulators: "",
    schemas: "acquirer",
    keys: "db",
    context: "db keys acquirer schemas",
    executions: "db context schemas",
    idempotency: "db context",
    webhooks: "db context schemas executions vault",
    vault: "db keys context schemas",
    fraud: "db context acquirer vault executions",
    instruments: "db context acquirer schemas vault idempotency executions webhooks",
    disputes: "db context acquirer schemas executions idempotency webhooks vault",
    init: "db context executions instruments simulators",
    outcomes: "db context acquirer idempotency executions instruments webhooks",
    reconcile: "db context acquirer idempotency executions webhooks outcomes",
    authorize: "db context acquirer idempotency executions webhooks vault instruments fraud outcomes reconcile",
    operations: "db context acquirer idempotency executions webhooks outcomes reconcile authorize disputes",
    openapi: "schemas context",
    operator: "db context executions webhooks disputes",
    api:
      "db context schemas executions idempotency webhooks instruments fraud init authorize operations reconcile simulators openapi disputes vault",
  },
  "server/embedded/subscriptions/": {
    db: "",
    "settings.ts": "",
    payments_client: "db settings.ts",
    context: "db settings.ts payments_client",
    credits: "db context",
    consents: "db context",
    emails: "db context",
    operations: "db context payments_client",
    billing: "db context payments_client operations emails",
    refunds: "db context payments_client operations emails billing",
    disputes: "db context payments_client emails billing refunds",
    checkout: "db context consents payments_client operations emails billing disputes",
    addons: "db context consents emails billing checkout disputes",
    plan_changes: "db context consents emails billing checkout disputes",
    account: "db context settings.ts payments_client emails billing credits refunds disputes",
    testing: "*",
    cancellation: "db context emails billing refunds account",
    operator: "db context account cancellation plan_changes refunds",
    "recovery.ts": "db context consents billing checkout addons",
    "build_context.ts": "db context payments_client billing disputes",
  },
  "server/embedded/members/": {
    db: "",
    context: "",
    numbering: "",
    pdf: "",
    registry: "",
    scoring: "numbering",
    lookup: "numbering scoring",
    alerts: "db context numbering lookup scoring",
    community: "context numbering scoring alerts",
    reports: "context numbering lookup scoring pdf",
    guide: "pdf",
    receipts: "pdf",
    documents: "pdf reports guide receipts",
    bulk: "context numbering lookup reports",
    profile: "context reports alerts",
    privacy: "context reports community alerts",
    testing: "*",
    api: "context numbering alerts bulk community documents guide privacy profile registry reports",
  },
  "server/embedded/identity/": {
    db: "",
    providers: "",
    context: "db",
    keys: "context",
    users: "db context",
    sessions: "db context keys users",
    accounts: "db context users sessions",
    second_factor: "db context users sessions",
  },
  "sdk/": {
    wire: "",
    card: "wire",
    "codes.ts": "",
    "version.ts": "",
    "events.ts": "wire card",
    execution: "wire",
    "options.ts": "wire execution",
    errors: "wire",
    core: "",
    log: "wire core errors",
    emitter: "wire core errors log events.ts",
    locales: "wire errors log",
    ui: "wire core errors log emitter options.ts",
    session: "wire core errors log emitter codes.ts options.ts execution version.ts",
    api: "wire core errors log session events.ts version.ts",
    frames: "wire errors ui session",
    observability: "wire log session options.ts version.ts",
    vault: "wire core errors session version.ts",
    three_ds: "locales ui",
    "element_context.ts": "api log emitter locales session options.ts",
    card_form:
      "wire card core errors log emitter locales ui session api frames observability vault events.ts options.ts element_context.ts",
    "client_context.ts": "wire card_form element_context.ts",
    payment: "wire core errors log emitter locales session api three_ds events.ts client_context.ts",
    elements: "wire card core errors log ui events.ts options.ts",
    collect:
      "wire core errors log emitter locales ui session api frames observability vault elements card_form options.ts client_context.ts",
    instruments: "wire core errors log locales ui session api card_form options.ts client_context.ts",
    buttons:
      "wire core errors log emitter locales ui payment card_form events.ts options.ts execution element_context.ts client_context.ts",
    methods:
      "wire core errors log emitter session ui three_ds payment buttons codes.ts events.ts options.ts element_context.ts client_context.ts",
    dynamic: "wire core errors session ui api elements vault options.ts execution client_context.ts",
    dropin:
      "wire core errors log emitter locales ui session api card_form instruments buttons methods events.ts options.ts execution element_context.ts client_context.ts",
    diagnosis: "wire api card_form frames locales methods session",
    components: "mod.ts",
    react: "components mod.ts",
    custom_elements: "components mod.ts",
    development: "wire log locales ui mod.ts",
    testing: "wire card session three_ds buttons",
    "mod.ts": "*",
  },
  "client/": {
    i18n: "",
    drawings: "",
    styles: "",
    lib: "i18n drawings",
    api: "i18n lib",
    ui: "i18n lib drawings",
    features: "api i18n lib ui drawings",
    visit: "api i18n lib features",
    pages: "api i18n lib ui features visit drawings",
    app: "api i18n lib ui features visit pages drawings",
    playground: "",
    docs: "",
    // Only the gallery's row names it: no shopper loads the operators' console.
    console: "i18n lib api ui styles",
    // No row names it: it shows the parts to developers.
    gallery: "drawings styles ui console",
  },
  "client/console/": {
    format: "",
    styles: "",
    api: "format",
    ui: "format",
    session: "api ui",
    acts: "api format session ui",
    pages: "api format session ui acts",
    testing: "*",
  },
  "client/features/": {
    account: "",
    billing: "",
    checkout: "",
    consent: "",
    guide: "",
    lookup: "",
    number_check: "",
    offers: "",
    quiz: "",
    registry: "",
    reports: "",
    scanning: "",
    session: "",
    tracking: "",
  },
  "iframe/": {
    crypto: "",
    field: "",
    theme: "",
    controller: "crypto field",
    elements: "crypto field theme controller boot.ts form_view.ts",
    testing: "elements",
    "boot.ts": "theme bridge.ts frame_document.ts",
    "bridge.ts": "",
    "frame_document.ts": "",
    "form_view.ts": "field",
  },
};

/** Rooms with private subfolders: others import only the files directly in them. */
const CLOSED = /^server\/embedded\/[a-z_]+\//;

/** What a room may import, or the message why it may not. */
export function refusedArrow(file: string, target: string): string | undefined {
  for (const [area, rooms] of Object.entries(AREAS)) {
    if (!file.startsWith(area) || !target.startsWith(area)) continue;
    const [from, to] = [roomOf(file, area), roomOf(target, area)];
    if (from === to) continue;
    const row = rooms[from];
    if (row === undefined && isBeside(file, area)) {
      if (rooms[to] === undefined && !isBeside(target, area)) {
        return `${area}${to} has no row in scripts/check/rooms.ts`;
      }
      continue;
    }
    if (row === undefined) return `${area}${from} has no row in scripts/check/rooms.ts`;
    if (row !== "*" && !row.split(" ").includes(to)) return `${area}${from} must not import ${area}${to}`;
  }
  const closed = CLOSED.exec(target)?.[0];
  if (closed !== undefined && !file.startsWith(closed) && target.slice(closed.length).includes("/")) {
    return `${target} is inside of ${closed}: import what stands directly in that folder`;
  }
  return undefined;
}

/** The area's folder that a path is in, or the file itself when it is beside the folders. */
function roomOf(path: string, area: string): string {
  return path.slice(area.length).split("/")[0] ?? "";
}

function isBeside(path: string, area: string): boolean {
  return !path.slice(area.length).includes("/");
}
