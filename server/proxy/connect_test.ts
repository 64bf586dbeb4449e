/** One Upstream for embedded and remote services: the same path and body arrive at either. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { readConfig } from "../config/config.ts";
import { createConnect, type EmbeddedServices } from "./connect.ts";
import { createRemotes } from "./remote.ts";
import type { Upstream } from "../platform/http/upstream.ts";

function watching(): { readonly seen: string[]; readonly upstream: Upstream } {
  const seen: string[] = [];
  return {
    seen,
    upstream: async (request) => {
      seen.push(`${request.method} ${request.url} ${await request.text()}`);
      return Response.json({});
    },
  };
}

function embeddedBy(upstream: Upstream): EmbeddedServices {
  return {
    payments: upstream,
    subscriptions: upstream,
    members: upstream,
    identity: upstream,
    mail: upstream,
    errors: upstream,
  };
}

const call = () => new Request("http://service/subs/finalize?x=1", { method: "POST", body: '{"a":1}' });

describe("connect", () => {
  it("calls the embedded service in process, below its root", async () => {
    const { seen, upstream } = watching();
    const connect = createConnect({
      config: readConfig({}),
      embedded: embeddedBy(upstream),
      remotes: createRemotes(),
    });
    await connect("subscriptions", "localhost")(call());
    await connect("recurring", "localhost")(new Request("http://service/create-subscription", { method: "POST" }));
    await connect("report", "localhost")(new Request("http://service/", { method: "POST" }));
    assertEquals(seen, [
      'POST http://service/subs/finalize?x=1 {"a":1}',
      "POST http://embedded/recurring/create-subscription ",
      "POST http://embedded/report ",
    ]);
  });

  it("W-CALL-02, W-CALL-03: calls a remote service at the address of its environment, recurring at its own", async () => {
    const { seen, upstream } = watching();
    const config = readConfig({
      STAGING_SUBSCRIPTIONS_URL: "https://stage.example/api/",
      PRODUCTION_SUBSCRIPTIONS_URL: "https://live.example/api",
      PRODUCTION_RECURRING_URL: "https://recurring.example",
    });
    const connect = createConnect({
      config: { remote: config.remote, stagingHosts: ["localhost"] },
      embedded: embeddedBy(upstream),
      remotes: createRemotes({ send: upstream }),
    });
    await connect("subscriptions", "localhost")(call());
    await connect("subscriptions", "trust.example")(call());
    await connect("recurring", "trust.example")(new Request("http://service/create-subscription"));
    assertEquals(seen, [
      'POST https://stage.example/api/subs/finalize?x=1 {"a":1}',
      'POST https://live.example/api/subs/finalize?x=1 {"a":1}',
      "GET https://recurring.example/create-subscription ",
    ]);
  });
});
