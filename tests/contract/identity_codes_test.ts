/** Every code of the identity service, as the firebase client maps it, has a message for people. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { initializeApp } from "@firebase/app";
import {
  type Auth,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithCustomToken,
} from "@firebase/auth";
import { IDENTITY_FALLBACK, identityCode } from "../../client/features/session/identity/identity_code.ts";
import { identityMessage } from "../../client/features/session/identity/identity_messages.ts";
import { IDENTITY_CODES, identityErrorAnswer } from "../../server/embedded/identity/context/errors.ts";
import { errorAnswer } from "../../server/platform/http/answer.ts";
import { DatabaseUnavailable } from "../../server/platform/storage_fault.ts";

/** Codes that only a faulty program gets; the general message fits them. */
const OF_PROGRAMS: readonly string[] = [
  "INVALID_GRANT_TYPE",
  "INVALID_REQUEST",
  "INVALID_REQ_TYPE",
  "MISSING_CUSTOM_TOKEN",
  "MISSING_OOB_CODE",
  "NOT_FOUND",
];

describe("W-IDLIB-09, W-IDLIB-10, W-IDLIB-11: codes of the identity service", () => {
  let server: Deno.HttpServer<Deno.NetAddr>;
  let auth: Auth;
  let next = "";
  let fault: Error | undefined;
  before(() => {
    server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => fault === undefined ? identityErrorAnswer(400, next) : errorAnswer(fault, "id"),
    );
    auth = initializeAuth(initializeApp({ apiKey: "k" }), { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, `http://127.0.0.1:${server.addr.port}`, { disableWarnings: true });
  });
  after(() => server.shutdown());
  const thrown = (code: string): Promise<unknown> => {
    next = code;
    return signInWithCustomToken(auth, "token").then(() => undefined, (reason: unknown) => reason);
  };

  for (const code of IDENTITY_CODES.filter((code) => !OF_PROGRAMS.includes(code))) {
    it(`${code} has its own message`, async () => {
      const reason = await thrown(code);
      const message = identityMessage(reason);
      assert(message !== IDENTITY_FALLBACK, `${code} becomes ${identityCode(reason)}, which has no sentence`);
      assert(/^[A-Z].{20,}[.]$/.test(message), message);
    });
  }
  for (const thrownByUs of [new DatabaseUnavailable("no room"), new Error("a fault of ours")]) {
    it(`W-AUTH-03: ${thrownByUs.name} is a lost connection, the one error that ends no sign-in`, async () => {
      fault = thrownByUs;
      const code = identityCode(await thrown("OPERATION_NOT_ALLOWED"));
      fault = undefined;
      assertEquals(code, "auth/network-request-failed");
    });
  }
  for (const code of OF_PROGRAMS) {
    it(`${code} gets the general message`, async () => {
      assertEquals(identityMessage(await thrown(code)), IDENTITY_FALLBACK);
    });
  }
});
