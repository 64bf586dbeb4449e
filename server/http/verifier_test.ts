/** Which keys verify a sign-in. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createClock } from "../platform/clock.ts";
import { readConfig } from "../config/config.ts";
import { createVerifier } from "./verifier.ts";

it("SECURITY X2: a real identity provider's tokens are checked with its keys, never with those of the embedded service", async () => {
  const firebase = { FIREBASE_API_KEY: "k", FIREBASE_AUTH_DOMAIN: "d", FIREBASE_APP_ID: "a" };
  const asked: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (request) => {
    asked.push(new Request(request).url);
    return Promise.resolve(Response.json({ keys: [] }));
  };
  try {
    for (const env of [{}, { ...firebase, FIREBASE_PROJECT_ID: "p" }]) {
      const identity = ({ url }: Request) => {
        asked.push(url);
        return Promise.resolve(Response.json({ keys: [] }));
      };
      const verify = createVerifier({ config: readConfig(env), clock: createClock(), identity });
      assertEquals(await verify("eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.e30.c2ln"), undefined);
    }
  } finally {
    globalThis.fetch = real;
  }
  assertEquals(asked.map((url) => new URL(url).host), ["issuer", "www.googleapis.com"]);
});
