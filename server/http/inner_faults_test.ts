/** SECURITY E4: what an outsider learns when everything behind an address fails. */
import { describe, it } from "@std/testing/bdd";
import { assert } from "@std/assert";
import { createApp } from "../app.ts";
import { PUBLIC_ROUTES } from "../proxy/public_routes.ts";
import { SERVICE_NAMES, SERVICES } from "../platform/http/upstream.ts";
import { fakeContext } from "../../tests/support/app/fake_context.ts";

const HOST = "localhost:8000";
/** Every address with a method that writes. */
function writes(app: ReturnType<typeof createApp>): readonly (readonly [method: string, path: string])[] {
  const own = app.routes.map(({ method, path }) => [method, path] as const);
  const proxied = SERVICE_NAMES.filter((name) => name !== "payments").flatMap((name) =>
    PUBLIC_ROUTES[name].proxied.map((row) => {
      const [method = "", path = ""] = row.split(" ");
      return [method, `${SERVICES[name].path}${path === "/" ? "" : path}`] as const;
    })
  );
  const opening = ([, path]: readonly [string, string]) => path.endsWith("/init/session");
  return [...own, ...proxied].filter((row) => ["POST", "PATCH", "DELETE", "PUT"].includes(row[0]) || opening(row))
    .map(([method, path]) => [method, path.replace(/:\w+(\{[^/]*\})?/g, "x".repeat(43))]);
}

describe("faults inside the server", () => {
  it("E4: no address reveals code, queries, paths or secrets when its backend fails", async () => {
    const inner = () => {
      throw new TypeError("SELECT secret FROM keys at /home/app/server/db.ts:1:2 node_modules/kysely ENOENT");
    };
    const service = () => Promise.resolve().then(inner);
    const services = {
      payments: service,
      subscriptions: service,
      members: service,
      identity: service,
      errors: service,
    };
    const fake = await fakeContext({ services });
    await fake.context.db.destroy();
    const context = { ...fake.context, verifyIdToken: service, embeddedCheck: service, customToken: service };
    const app = createApp(context);
    const bodies = [
      "{}",
      JSON.stringify({ phone_number: "+16502530000" }),
      JSON.stringify({ email: "a@b.example", product: "TCK", host: "h", emailing: true }),
    ];
    const broken = new Set<string>();
    for (const [method, path] of writes(app)) {
      for (const body of bodies) {
        const answer = await app.request(`http://${HOST}${path}`, {
          method,
          headers: {
            host: HOST,
            "content-type": "application/json",
            "x-id-token": "t",
            cookie: `chk=${"c".repeat(43)}`,
          },
          ...(method === "GET" ? {} : { body }),
        });
        const text = await answer.text();
        if (answer.status >= 500) broken.add(path);
        assert(
          !/SELECT|\/home|\.ts|node_modules|kysely|ENOENT|TypeError|destroyed|sqlite/i.test(text),
          `${path}: ${text}`,
        );
        const said = answer.status === 404 || text === "" ? { error: "x", requestId: "y" } : JSON.parse(text);
        assert(answer.ok || ("error" in said && "requestId" in said), `${path}: ${text}`);
      }
    }
    assert(broken.size > 20, [...broken].join(" "));
  });
});
