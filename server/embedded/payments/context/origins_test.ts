import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { send } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";

const REFUSED = [
  "null",
  "http://evil.localhost:5555",
  "http://localhost.evil.test:80",
  "http://localhostx80",
  "https://localhost:5555",
  "https://other.example:8443",
  "http://other.example",
  "https://other.example.evil.test",
  "https://evilother.example",
  "https://OTHER.example",
  "HTTPS://other.example",
  "https://other.example/",
  "https://other.example:443",
  "https://other.example, https://evil.test",
  "https://user@other.example",
  "http://localhost:",
  "http://localhost:5555/x",
  "http://localhost:5555@evil.test",
  "http://localhost:5555.evil.test",
  "http://localhost:123456",
  "http://localhost:*",
  "http://LOCALHOST:5555",
];

describe("origins", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  for (const origin of ["http://localhost:5555", "http://localhost", "https://other.example"]) {
    it(`answers ${origin} with its exact name, on errors too`, async () => {
      for (const path of ["/countries.json", "/client/executions/x", "/nowhere"]) {
        const { headers } = await send(fixture, path, { headers: { origin } });
        assertEquals(headers.get("access-control-allow-origin"), origin, path);
        assertEquals(headers.get("access-control-expose-headers"), "x-request-id");
        assertEquals(headers.get("vary"), "Origin");
        assertEquals(headers.get("access-control-allow-credentials"), null);
      }
    });
  }

  it("lets a preflight be cached for ten minutes", async () => {
    const { status, headers } = await send(fixture, "/client/executions/x/authorize", {
      method: "OPTIONS",
      headers: { origin: "http://localhost:5555", "access-control-request-method": "POST" },
    });
    assertEquals(status, 204);
    assertEquals(headers.get("access-control-max-age"), "600");
    assertEquals(headers.get("access-control-allow-methods"), "GET, POST, PATCH, DELETE");
    assertEquals(
      headers.get("access-control-allow-headers"),
      "authorization, content-type, x-idempotency-key, x-client-version, x-client-type, x-client-metadata",
    );
  });

  it("SECURITY E3: names no origin that is not registered", async () => {
    for (const origin of REFUSED) {
      for (const method of ["GET", "OPTIONS"]) {
        const { headers } = await send(fixture, "/countries.json", { method, headers: { origin } });
        assertEquals(headers.get("access-control-allow-origin"), null, origin);
        assertEquals(headers.get("access-control-allow-methods"), null);
        assertEquals(headers.get("vary"), "Origin");
      }
    }
  });
});
