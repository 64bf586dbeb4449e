import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { fakeContext } from "../tests/support/app/fake_context.ts";
import { serve } from "./serve.ts";

const MERCHANT = "https://shop.example";
const PATH = "/services/payments/client/executions/x/authorize";

describe("a server over its capacity", () => {
  it("SECURITY R25: tells a merchant's page as well: its preflight passes, and the refusal carries the headers of CORS", async () => {
    const { context } = await fakeContext({
      env: { MERCHANT_ORIGINS: `merchant-demo=${MERCHANT}` },
    });
    const running = serve({ ...context, config: { ...context.config, port: 0, framePort: 0, maxInFlight: 0 } });
    const ask = (method: string, origin: string) =>
      fetch(`http://127.0.0.1:${running.port}${PATH}`, { method, headers: { origin } });
    try {
      const preflight = await ask("OPTIONS", MERCHANT);
      assertEquals([preflight.status, preflight.headers.get("access-control-allow-origin")], [204, MERCHANT]);
      const refused = await ask("POST", MERCHANT);
      assertEquals([refused.status, refused.headers.get("retry-after")], [503, "5"]);
      assertEquals(refused.headers.get("access-control-allow-origin"), MERCHANT);
      assertEquals(Object.keys(await refused.json()), ["error", "requestId"]);
      const stranger = await ask("POST", "https://stranger.example");
      assertEquals([stranger.status, stranger.headers.get("access-control-allow-origin")], [503, null]);
      await stranger.body?.cancel();
    } finally {
      await running.stop();
    }
  });
});
