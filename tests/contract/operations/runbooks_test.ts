/** What the runbooks send an operator to is there: addresses, log events, metrics and settings. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { GAUGES } from "../../../server/platform/telemetry/gauges.ts";
import { COUNTERS } from "../../../server/platform/telemetry/counters.ts";
import { createApp } from "../../../server/app.ts";
import { createOperationsApp } from "../../../server/routes/operations/health.ts";
import { type Fake, fakeContext } from "../../support/app/fake_context.ts";
import type { Difference } from "../../../server/db/differences.ts";
import { runAll } from "../../../server/platform/jobs.ts";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { openConsole } from "../../support/console/console_fixture.ts";
import { SETTINGS } from "../../../scripts/start/server_process.ts";
import { SECRETS } from "../../../server/config/secrets.ts";

const DOCS = new URL("../../../docs/operations/", import.meta.url);
const TOKEN = "t0ken";
const PUBLIC = {
  DEMO: "1",
  PUBLIC_ORIGIN: "https://app.example",
  FRAME_ORIGIN: "https://frame.example",
  METRICS_TOKEN: TOKEN,
};

function readRunbooks(): readonly (readonly [name: string, text: string])[] {
  return ["money", "server"].flatMap((folder) =>
    [...Deno.readDirSync(new URL(`runbooks/${folder}/`, DOCS))].map(({ name }) =>
      [name, Deno.readTextFileSync(new URL(`runbooks/${folder}/${name}`, DOCS)).replace(/\s+/g, " ")] as const
    )
  );
}

describe("the runbooks", () => {
  let fake: Fake;
  before(async () => {
    fake = await fakeContext({ env: PUBLIC });
  });
  after(() => fake.close());
  const runbooks = readRunbooks();
  const named = (pattern: RegExp) =>
    runbooks.flatMap(([name, text]) => [...text.matchAll(pattern)].map(([, found = ""]) => [name, found] as const));
  const statusOf = async (app: ReturnType<typeof createApp>, path: string, authorization: string) => {
    const answer = await app.request(path, { headers: { host: "app.example", authorization } });
    await answer.body?.cancel();
    return answer.status;
  };

  it("O-ALERT-02: name addresses that the app origin answers with the token, and where and how to read them", async () => {
    const addresses = named(/`(\/[a-z][\w/-]*)`/g);
    assert(addresses.length > 1);
    for (const [name, path] of addresses) {
      const own = runbooks.find(([each]) => each === name)?.[1] ?? "";
      const asked = `\`curl -H "Authorization: Bearer $METRICS_TOKEN" https://app.example${path}\``;
      assert(own.includes(asked) && own.includes("The operations port doesn't answer it"), `${name}: ${path}`);
      const app = createApp(fake.context);
      assertEquals(
        [await statusOf(app, path, `Bearer ${TOKEN}`), await statusOf(app, path, "")],
        [200, 404],
        `${name}: ${path}`,
      );
      assertEquals(await statusOf(createOperationsApp(fake.context), path, `Bearer ${TOKEN}`), 404, `${name}: ${path}`);
    }
  });

  it("O-ALERT-02: name log events, metrics and settings that there are", () => {
    const events = Deno.readTextFileSync(new URL("log-events.tsv", DOCS)).split("\n").map((row) => row.split("\t")[1]);
    const metrics = [...Object.keys(GAUGES), ...Object.values(COUNTERS).map(({ name }) => name)];
    const settings = [...SETTINGS, ...SECRETS, "STAGING_X_URL", "PRODUCTION_X_URL"];
    const unknown = [
      ...named(/`([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)`/g).filter(([, event]) => !events.includes(event)),
      ...named(/`([a-z]+_[a-z_]+)`/g).filter(([, metric]) => !metrics.includes(metric) && !LABELS.includes(metric)),
      ...named(/`([A-Z]+_[A-Z_]+)`/g).filter(([, setting]) => !settings.includes(setting)),
    ];
    assertEquals(unknown, []);
  });

  it("O-ALERT-02: of failed requests names the line that each service writes", () => {
    const [, page = ""] = runbooks.find(([name]) => name === "server-errors.md") ?? [];
    for (const part of ["request", "subscriptions", "payments", "members", "identity"]) {
      assert(page.includes(`\`${part}.failed\``), part);
    }
  });
});

describe("the runbook of differences", () => {
  it("O-ALERT-02: its calls refund what the books lack, and the difference leaves the list", async () => {
    const { context, clock, close } = await openConsole();
    try {
      const differences = async () => {
        clock.advance(3_600_000);
        await runAll(context);
        const { body } = await createVisitor(context).get("/operator/differences");
        return body.differences as readonly Difference[];
      };
      const bought = await createVisitor(context).buy("tck_3month_plan", "ann@mail.example");
      await context.db.deleteFrom("subs_charges").where("subscription_id", "=", bought.body.subscription_id).execute();
      const [difference, ...more] = await differences();
      assertEquals([difference?.between, difference?.expected.capturedMinor, more], ["books", 0, []]);

      const page = Deno.readTextFileSync(new URL("runbooks/money/money-differences.md", DOCS)).replaceAll("\\\n", " ");
      const calls = [...page.matchAll(/^ *curl (-X POST .*)$/gm)].map(([, call = ""]) => call);
      const values: Record<string, string> = { CLIENT: "merchant-demo", SECRET: "demo-secret" };
      values.EXECUTION = difference?.subject ?? "";
      for (const call of calls) {
        const filled = call.replaceAll(/\$([A-Z]+)/g, (_, name: string) => values[name] ?? `no ${name}`);
        const url = /"https:\/\/app\.example([^"]+)"/.exec(filled)?.[1] ?? "";
        const headers = [...filled.matchAll(/-H "([^:]+): ([^"]+)"/g)].map((
          [, name = "", value = ""],
        ) => [name, value]);
        const body = /-d '([^']*)'/.exec(filled)?.[1] ?? null;
        const answer = await createApp(context).request(url, {
          method: "POST",
          headers: { host: "localhost", ...Object.fromEntries(headers) },
          body,
        });
        const text = await answer.text();
        assertEquals(answer.status, 200, `${filled}: ${text}`);
        values.TOKEN ??= JSON.parse(text).access_token;
      }
      assertEquals([calls.length, await differences()], [2, []]);
    } finally {
      await close();
    }
  });
});

const LABELS: readonly string[] = ["job_name", "pg_stat_activity", "access_token"];
