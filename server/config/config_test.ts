/** The settings: defaults that work offline, and error messages that name the setting to change. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { readConfig } from "./config.ts";
import { ConfigError } from "./values.ts";
import { compareApprovedText } from "../../tests/support/approved.ts";
import { REMOTE_SERVICES } from "../../tests/support/app/samples.ts";

const PUBLIC = {
  PUBLIC_ORIGIN: "https://check.example",
  FRAME_ORIGIN: "https://card.example",
  ...REMOTE_SERVICES,
};

describe("readConfig", () => {
  it("needs no settings on loopback: SQLite, embedded services, no other machine reaches it", () => {
    const config = readConfig({});
    assertEquals(config.publicOrigin, "http://localhost:8000");
    assertEquals(config.frameOrigin, "http://localhost:8001");
    assertEquals(config.database, { kind: "sqlite", path: "./data/trustcheck.db" });
    assertEquals(config.hostname, "127.0.0.1");
    assertEquals(config.identity.mode, "embedded");
    assertEquals(config.remote.payments, {});
    assertEquals(config.appHosts, ["localhost", "127.0.0.1", "[::1]"]);
  });

  it("offers sample registry data on loopback and in demonstrations, never on a public server", () => {
    assertEquals(readConfig({}).registry, "sample");
    assertEquals(readConfig(PUBLIC).registry, "none");
    const { PRODUCTION_PAYMENTS_URL: _, ...simulated } = PUBLIC;
    assertEquals(readConfig({ ...simulated, DEMO: "1" }).registry, "sample");
    const licensed = { ...PUBLIC, REGISTRY_URL: "https://r.example/", REGISTRY_KEY: "k" };
    assertEquals(readConfig(licensed).registry, { url: "https://r.example", key: "k" });
  });

  it("W-ROUTE-01: the base path is one setting", () => {
    assertEquals([{}, { BASE_PATH: "/check-2" }].map((env) => readConfig(env).base), ["/trustcheck", "/check-2"]);
    for (const wrong of ["/", "check", "/a/b", "/A", "//evil.test", "/a?b", "/a.b", "/..", `/${"a".repeat(41)}`]) {
      assertStringIncludes(assertThrows(() => readConfig({ BASE_PATH: wrong }), ConfigError).message, "BASE_PATH must");
    }
  });

  it("W-VALID-11, W-VALID-12, W-VALID-13: the password policy is one setting", () => {
    const policyOf = (PASSWORD_POLICY: string) => {
      const { identity } = readConfig({ PASSWORD_POLICY });
      return identity.mode === "embedded" ? identity.passwordPolicy : undefined;
    };
    assertEquals(["", "numeric", "min=8"].map(policyOf), [
      undefined,
      { minLength: 6, numeric: true },
      { minLength: 8 },
    ]);
    assertEquals(policyOf("max=64 symbol uppercase  lowercase numeric min=10"), {
      minLength: 10,
      maxLength: 64,
      lowercase: true,
      uppercase: true,
      numeric: true,
      nonAlphanumeric: true,
    });
  });

  it("blanks around an address are not part of it", () => {
    const addresses = {
      PUBLIC_ORIGIN: "https://check.example",
      FRAME_ORIGIN: "https://card.example",
      PRODUCTION_PAYMENTS_URL: REMOTE_SERVICES.PRODUCTION_PAYMENTS_URL,
      SMTP_URL: REMOTE_SERVICES.SMTP_URL,
      STAGING_REPORT_URL: "https://report.example/v1/",
      DATABASE_URL: "postgres://db.example/x",
      REPLICA_URL: "postgres://replica.example/x",
      SENTRY_DSN: "https://key@errors.example/1",
      REGISTRY_URL: "https://r.example/",
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://traces.example/",
      ADMIN_OIDC_ISSUER: "https://id.example/",
    };
    const admin = { ADMIN: "on", ADMIN_OIDC_CLIENT_ID: "c", ADMIN_OIDC_CLIENT_SECRET: "s" };
    const rest = { ...REMOTE_SERVICES, ...admin, REGISTRY_KEY: "k" };
    const padded = Object.entries(addresses).map(([name, text]) => [name, ` \t${text} \n`]);
    const config = readConfig({ ...rest, ...Object.fromEntries(padded) });
    assertEquals(config, readConfig({ ...rest, ...addresses }));
    assertEquals(config.admin.mode === "on" && config.admin.oidc?.issuer, "https://id.example/");
    assertEquals(config.remote.report.staging, "https://report.example/v1");
  });

  const wrong: readonly (readonly [string, Record<string, string | undefined>, string])[] = [
    ["blanks in place of the database", { DATABASE_URL: " " }, "DATABASE_URL must start with"],
    ["a mail server whose password is not encoded", { SMTP_URL: "smtp://u:p/w@mail.example:587" }, "SMTP_URL must be"],
    ["a mail server without a scheme", { SMTP_URL: "mail.example:587" }, "SMTP_URL must be an address such as"],
    ["a mail server without a host", { SMTP_URL: "smtp:///?from=a%40b.example" }, "SMTP_URL must be"],
    ["a sender that is no address", { SMTP_URL: "smtp://mail.example/?from=Shop" }, "The from of SMTP_URL must be"],
    ["a contact that is no address", { CONTACT_EMAIL: "The shop <a@b.example>" }, "CONTACT_EMAIL must be"],
    ["a percent sign in a collector's key", { OTEL_EXPORTER_OTLP_HEADERS: "key=50%", OTEL_DENO: "1" }, "write %25"],
    ["a percent sign in a database's password", { DATABASE_URL: "postgres://u:p%w@p/x" }, "DATABASE_URL holds a %"],
    [
      "a percent sign in a replica's password",
      { DATABASE_URL: "postgres://p/x", REPLICA_URL: "postgres://u:p%w@r/x" },
      "REPLICA_URL holds a %",
    ],
    ["an unknown look-up source", { LOOKUP_SOURCE: "tarot" }, "LOOKUP_SOURCE must be embedded, ipqs or twilio"],
    ["a paid source without its key", { LOOKUP_SOURCE: "ipqs" }, "Set IPQS_KEY"],
    ["Twilio without its token", { LOOKUP_SOURCE: "twilio", TWILIO_ACCOUNT_SID: "x" }, "Set TWILIO_AUTH_TOKEN"],
    ["a registry without its key", { REGISTRY_URL: "https://r.example" }, "Set REGISTRY_KEY"],
    ["a registry in the clear", { REGISTRY_URL: "http://r.example", REGISTRY_KEY: "k" }, "must be an https address"],
    ["a port that is no number", { PORT: "eighty" }, 'PORT must be a whole number: it is "eighty"'],
    ["a proxy in front of a server of this machine", { TRUSTED_HOPS: "1" }, "Set PUBLIC_ORIGIN and FRAME_ORIGIN to"],
    ["room for no request", { MAX_IN_FLIGHT: "0" }, "MAX_IN_FLIGHT must be at least 1"],
    ["a port that does not exist", { PORT: "70000" }, "PORT must be a port"],
    ["one port for both origins", { PORT: "8001" }, "set FRAME_PORT"],
    ["one port for the app and operations", { OPS_PORT: "8000" }, "set OPS_PORT"],
    ["one port for the card frame and operations", { FRAME_PORT: "9464", OPS_PORT: "9464" }, "set OPS_PORT"],
    ["one origin for both", { PUBLIC_ORIGIN: "http://localhost:8001" }, "FRAME_ORIGIN must be another origin"],
    ["an origin with a path", { PUBLIC_ORIGIN: "https://a.example/x" }, "PUBLIC_ORIGIN must be an origin"],
    ["a replica of SQLite", { REPLICA_URL: "postgres://r/x" }, "Unset REPLICA_URL or set DATABASE_URL"],
    ["a replica that is none", { DATABASE_URL: "postgres://p/x", REPLICA_URL: "r/x" }, "REPLICA_URL must start with"],
    [
      "a replica of several hosts",
      { DATABASE_URL: "postgres://p/x", REPLICA_URL: "postgres://r,s/x" },
      "REPLICA_URL must start with postgres:// and name one host",
    ],
    ["another database", { DATABASE_URL: "mysql://x" }, "DATABASE_URL must start with postgres://"],
    ["a service address that is none", { PRODUCTION_PAYMENTS_URL: "payments" }, "PRODUCTION_PAYMENTS_URL must be"],
    ["a client without a secret", { PAYMENTS_CLIENTS: "shop" }, "PAYMENTS_CLIENTS must be id:secret"],
    ["no client at all", { PAYMENTS_CLIENTS: "" }, "PAYMENTS_CLIENTS must be id:secret"],
    [
      "an origin of a client that does not exist",
      { PAYMENTS_CLIENTS: "shop:s", MERCHANT_ORIGINS: "merchant-demo=https://shop.example" },
      "MERCHANT_ORIGINS names the client merchant-demo, which is not in PAYMENTS_CLIENTS",
    ],
    ["a merchant without an origin", { MERCHANT_ORIGINS: "shop" }, "MERCHANT_ORIGINS must be clientId=origin"],
    [
      "a merchant's origin with a slash",
      { MERCHANT_ORIGINS: "merchant-demo=https://shop.example/" },
      'MERCHANT_ORIGINS must be clientId=origin pairs: "merchant-demo=https://shop.example/" is not',
    ],
    [
      "a merchant's origin with a path",
      { MERCHANT_ORIGINS: "merchant-demo=https://shop.example/x" },
      "MERCHANT_ORIGINS",
    ],
    [
      "a webhook of an unknown client",
      { PAYMENTS_WEBHOOKS: "shop=https://shop.example/hook|s" },
      "PAYMENTS_WEBHOOKS must be",
    ],
    ["a webhook without a secret", { PAYMENTS_WEBHOOKS: "merchant-demo=https://shop.example/" }, "PAYMENTS_WEBHOOKS"],
    ["a webhook that is no address", { PAYMENTS_WEBHOOKS: "merchant-demo=mailto:x@y.z|s" }, "PAYMENTS_WEBHOOKS"],
    ["targets of webhooks that are neither", { WEBHOOK_TARGETS: "private" }, "WEBHOOK_TARGETS must be off or public"],
    [
      "an error ingest without a key",
      { SENTRY_DSN: "https://errors.example/1" },
      "SENTRY_DSN must be an address such as",
    ],
    ["an error ingest without a project", { SENTRY_DSN: "https://k@errors.example/" }, "SENTRY_DSN must be an address"],
    ["events kept too long", { FUNNEL_EVENT_DAYS: "731" }, "FUNNEL_EVENT_DAYS must be at most 730: it is 731"],
    ["a pixel that is markup", { PIXEL_ID: "1<x>" }, "PIXEL_ID must be letters, digits, _ and -"],
    ["an ad tag without its label", { AD_TAG_ID: "AW-123456789" }, "AD_TAG_ID must be an account and a label"],
    ["a header with a blank", { COUNTRY_HEADER: "x country" }, "COUNTRY_HEADER must be the name of a header"],
    ["a country in small letters", { DEFAULT_COUNTRY: "us" }, "DEFAULT_COUNTRY must be two capital letters"],
    ...["javascript://{url}", "DATA://{url}", "https://exit.example/", "exit.example/{url}", "https://a/{url}'x"].map((
      address,
    ) => [`the exit ${address}`, { IN_APP_EXIT_ANDROID: address }, "IN_APP_EXIT_ANDROID must be an address"] as const),
    [
      "a collector of another scheme",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "grpc://c.example" },
      "OTEL_EXPORTER_OTLP_ENDPOINT",
    ],
    [
      "an address of traces that is none",
      { OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example", OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "c.example" },
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http or https address: it is "c.example"',
    ],
    [
      "a collector's key without a name",
      { OTEL_EXPORTER_OTLP_HEADERS: "=k", OTEL_DENO: "1" },
      "must be name=value pairs",
    ],
    ...["1.5", "-1", "half"].map((ratio) =>
      [
        `a share of traces of ${ratio}`,
        { OTEL_TRACES_SAMPLER_ARG: ratio, OTEL_DENO: "1" },
        "OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1",
      ] as const
    ),
    ["half of an identity project", { FIREBASE_PROJECT_ID: "p" }, "Set FIREBASE_API_KEY"],
    ["the other half of it", { FIREBASE_APP_ID: "a" }, "Set FIREBASE_PROJECT_ID or unset FIREBASE_APP_ID"],
    [
      "an identity project whose domain is an address",
      { ...PUBLIC, FIREBASE_AUTH_DOMAIN: "https://p.firebaseapp.com" },
      "FIREBASE_AUTH_DOMAIN must be a host name alone",
    ],
    ["a password policy of Firebase", { ...PUBLIC, PASSWORD_POLICY: "min=8" }, "Unset PASSWORD_POLICY"],
    ["a password policy with another rule", { PASSWORD_POLICY: "min=8 emoji" }, "PASSWORD_POLICY must be words"],
    ["a password policy with short passwords", { PASSWORD_POLICY: "min=5" }, "PASSWORD_POLICY must be words"],
    ["a password policy without a password", { PASSWORD_POLICY: "min=8 max=7" }, "PASSWORD_POLICY must be words"],
    ["a password policy that is no number", { PASSWORD_POLICY: "min=eight" }, "PASSWORD_POLICY must be words"],
    [
      "simulated payments in public",
      { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example" },
      "Set PRODUCTION_PAYMENTS_URL",
    ],
    ...(["PRODUCTION_PAYMENTS", "PRODUCTION_SUBSCRIPTIONS", "STAGING_RECURRING"] as const).map((name) =>
      [
        `a demonstration with an address of ${name}`,
        {
          PUBLIC_ORIGIN: "https://app.example",
          FRAME_ORIGIN: "https://cards.example",
          DEMO: "1",
          [`${name}_URL`]: "https://real.example",
        },
        `Unset ${name}_URL or DEMO`,
      ] as const
    ),
    [
      "simulated identity in public",
      {
        PUBLIC_ORIGIN: "https://app.example",
        FRAME_ORIGIN: "https://cards.example",
        PRODUCTION_PAYMENTS_URL: "https://pay.example",
      },
      "Set FIREBASE_PROJECT_ID",
    ],
    [
      "an address of the identity service instead of a project",
      {
        PUBLIC_ORIGIN: "https://app.example",
        FRAME_ORIGIN: "https://cards.example",
        PRODUCTION_PAYMENTS_URL: "https://pay.example",
        PRODUCTION_IDENTITY_URL: "https://identity.example",
      },
      "PRODUCTION_IDENTITY_URL signs no member in",
    ],
    ["no emails in public", { ...PUBLIC, SMTP_URL: undefined }, "Set SMTP_URL"],
    ["emails in public from no address", { ...PUBLIC, SMTP_URL: "smtps://u:p@mail.example" }, "Set the sender"],
  ];
  for (const [name, env, text] of wrong) {
    it(`refuses ${name} and names the setting to change`, () => {
      assertStringIncludes(assertThrows(() => readConfig(env), ConfigError).message, text);
    });
  }

  it("takes an empty setting for one that is not set", () => {
    const names = [
      ...["PUBLIC_ORIGIN", "FRAME_ORIGIN", "DATA_DIR", "KEYS_DIR", "DIST_DIR", "MERCHANT_ORIGINS"],
      "APPLE_PAY_DISPLAY_NAME",
    ];
    assertEquals(readConfig(Object.fromEntries(names.map((name) => [name, ""]))), readConfig({}));
  });

  it("SECURITY X9: refuses the address of a mail server or a database without repeating its password", () => {
    const secrets = [
      { SMTP_URL: "smtp://u:Sesame/w@mail.example:587" },
      { SMTP_URL: "u:Sesame@mail.example" },
      { SMTP_URL: "smtp://u:Sesame@mail.example/?from=Shop" },
      { DATABASE_URL: "postgres://u:Sesame%w@p/x" },
      { DATABASE_URL: "postgres://u:Sesame/w@p/x" },
      { OTEL_EXPORTER_OTLP_HEADERS: "key=Sesame%", OTEL_DENO: "1" },
    ];
    for (const env of secrets) {
      const { message } = assertThrows(() => readConfig(env), ConfigError);
      assertEquals(message.includes("Sesame"), false, message);
    }
  });

  it("takes the address of a mail server, and a sender with its name", () => {
    for (const query of ["", "/?from=a%40b.example", `/?from=${encodeURIComponent("Shop <a@b.example>")}`]) {
      const SMTP_URL = `smtp://u:p%2Fw@mail.example:587${query}`;
      assertEquals(readConfig({ SMTP_URL }).smtpUrl, SMTP_URL);
    }
    assertEquals(readConfig({}).smtpUrl, "");
  });

  it("lets people write to the sender of emails, unless another address is set", () => {
    const smtp = (from: string) => ({ SMTP_URL: `smtp://mail.example/?from=${encodeURIComponent(from)}` });
    assertEquals(readConfig(smtp("help@shop.example")).contactEmail, "help@shop.example");
    assertEquals(readConfig(smtp("The shop <help@shop.example>")).contactEmail, "help@shop.example");
    const other = { ...smtp("no-reply@shop.example"), CONTACT_EMAIL: "help@shop.example" };
    assertEquals(readConfig(other).contactEmail, "help@shop.example");
    assertEquals(readConfig({}).contactEmail, "contact@localhost");
  });

  it("says what is wrong and what to set, in the approved sentences", async () => {
    const sentences = wrong.map(([name, env]) =>
      `${name}: ${assertThrows(() => readConfig(env), ConfigError).message}\n`
    );
    await compareApprovedText("server/refused_settings", sentences.join(""));
  });

  it("O-DEPLOY-01: gives the web app's own origin to the first client, which the web app itself pays with", () => {
    const origins = (env: Record<string, string>) => readConfig(env).merchantOrigins;
    const demo = { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example", DEMO: "1" };
    const own = { clientId: "shop", origin: "https://app.example" };
    assertEquals(origins({ ...demo, PAYMENTS_CLIENTS: "shop:s" }), [own]);
    const given = { clientId: "other", origin: "https://other.example" };
    assertEquals(
      origins({ ...demo, PAYMENTS_CLIENTS: "shop:s,other:t", MERCHANT_ORIGINS: "other=https://other.example" }),
      [own, given],
    );
    const any = ["http://localhost:*", "http://127.0.0.1:*"].map((origin) => ({ clientId: "shop", origin }));
    assertEquals(origins({ PAYMENTS_CLIENTS: "shop:s" }), any);
    const [first, ...others] = origins({ PAYMENTS_CLIENTS: "shop:s", PUBLIC_ORIGIN: "http://[::1]:8000" });
    assertEquals([first, others], [{ clientId: "shop", origin: "http://[::1]:8000" }, any]);
  });

  it("reads the webhook addresses of merchants, including addresses that contain separators", () => {
    const text = "merchant-demo=https://shop.example/hook?a=b|c|s3cret  merchant-demo=http://localhost:9/|x";
    assertEquals(readConfig({ PAYMENTS_WEBHOOKS: text }).paymentsWebhooks, [
      { clientId: "merchant-demo", url: "https://shop.example/hook?a=b|c", secret: "s3cret" },
      { clientId: "merchant-demo", url: "http://localhost:9/", secret: "x" },
    ]);
    assertEquals(readConfig({}).paymentsWebhooks, []);
  });

  it("lets merchants register addresses of its own machine on loopback only, and public ones where the setting allows it", () => {
    const origins = { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example", DEMO: "1" };
    const targets = (env: Record<string, string>) => readConfig(env).webhookTargets;
    assertEquals([targets({}), targets(origins)], [{ local: true, public: false }, { local: false, public: false }]);
    assertEquals(targets({ ...origins, WEBHOOK_TARGETS: "public" }), { local: false, public: true });
  });

  it("W-SENTRY-01: error reports go to the loopback error page, to the configured address, or nowhere", () => {
    const kinds = (env: Record<string, string>) => readConfig(env).errorReports;
    const real = { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example", DEMO: "1" };
    const dsn = "https://key@errors.example/7";
    assertEquals(kinds({}), { kind: "own" });
    assertEquals(kinds(real), { kind: "off" });
    assertEquals(kinds({ SENTRY_DSN: "off" }), { kind: "off" });
    assertEquals(kinds({ ...real, SENTRY_DSN: dsn }), { kind: "remote", dsn });
  });

  it("drains five seconds where others reach it, and not at all on loopback", () => {
    const drain = (env: Record<string, string>) => readConfig(env).drainMs;
    assertEquals([drain({}), drain(PUBLIC), drain({ ...PUBLIC, DRAIN_SECONDS: "0" })], [0, 5_000, 0]);
    assertEquals(drain({ DRAIN_SECONDS: "2" }), 2_000);
  });

  it("keeps events for up to two years, and takes a pixel, an ad tag, a country and an exit", () => {
    const exit = "https://exit.example/?to={url}";
    const env = { FUNNEL_EVENT_DAYS: "730", PIXEL_ID: "p-1", AD_TAG_ID: "AW-123456789/AbC-d", DEFAULT_COUNTRY: "FR" };
    const given = readConfig({ ...env, COUNTRY_HEADER: "x-place", IN_APP_EXIT_ANDROID: exit });
    assertEquals([given.funnelEventDays, given.pixelId, given.adTagId], [730, "p-1", "AW-123456789/AbC-d"]);
    assertEquals([given.defaultCountry, given.countryHeader], ["FR", "x-place"]);
    assertEquals(given.inAppBrowserExits, { androidService: exit });
    const none = readConfig({});
    assertEquals([none.funnelEventDays, none.pixelId, none.adTagId, none.defaultCountry], [0, "", "", ""]);
    assertEquals([none.countryHeader, none.inAppBrowserExits], ["cf-ipcountry", {}]);
  });

  it("traces go to the address of their own setting, and nowhere once they are switched off", () => {
    const traces = (env: Record<string, string>) => readConfig(env).traces;
    const all = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example/" };
    const own = { ...all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/in" };
    assertEquals(traces({}), undefined);
    const plain = { headers: {}, serviceName: "trustcheck", ratio: 1 };
    assertEquals(traces({ OTEL_DENO: "true" }), { url: "http://localhost:4318/v1/traces", ...plain });
    assertEquals(traces({ ...all, OTEL_DENO: "true" }), { url: "https://c.example/v1/traces", ...plain });
    const rest = {
      OTEL_EXPORTER_OTLP_HEADERS: "key=a%20b, x=1",
      OTEL_SERVICE_NAME: "shop",
      OTEL_TRACES_SAMPLER_ARG: "0",
    };
    assertEquals(traces({ ...own, ...rest }), {
      url: "https://traces.example/in",
      headers: { key: "a b", x: "1" },
      serviceName: "shop",
      ratio: 0,
    });
    for (const OTEL_SDK_DISABLED of ["true", "1"]) assertEquals(traces({ ...own, OTEL_SDK_DISABLED }), undefined);
  });

  it("allows simulators for other machines only in a demonstration", () => {
    const origins = { PUBLIC_ORIGIN: "https://app.example", FRAME_ORIGIN: "https://cards.example" };
    const config = readConfig({ ...origins, DEMO: "1" });
    assertEquals([config.demo, config.loopback, config.hostname], [true, false, "0.0.0.0"]);
  });
});

describe("the warning of the dispute ratio", () => {
  it("is 0.75 % unless set, takes three decimals, and refuses what is not a percentage", () => {
    const ratio = (DISPUTE_WARNING_PERCENT?: string) => readConfig({ DISPUTE_WARNING_PERCENT }).disputeWarningRatio;
    assertEquals([ratio(), ratio(""), ratio("0.5"), ratio("1"), ratio("0.125")], [
      0.0075,
      0.0075,
      0.005,
      0.01,
      0.00125,
    ]);
    for (const wrong of ["0", "x", "-1", "0.1234", "1,5", "100"]) {
      assertThrows(() => ratio(wrong), Error, "DISPUTE_WARNING_PERCENT");
    }
  });
});
