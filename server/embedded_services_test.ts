/** The embedded services as the settings connect them, and their end: nothing that is under way is cut off. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertNotEquals } from "@std/assert";
import { fakeAssets } from "../tests/support/app/fake_context.ts";
import { createVisitor } from "../tests/support/app/http_visitor.ts";
import { startSmtp } from "../tests/support/smtp.ts";
import { readConfig } from "./config/config.ts";
import { createClock } from "./platform/clock.ts";
import { createContext } from "./context.ts";
import { signBody } from "./embedded/payments/webhooks/post_webhook.ts";
import { silentLog } from "./platform/log.ts";
import { enqueueEmails } from "./outbox/outbox.ts";
import { prepareKeys } from "../tests/support/suite/prepared_keys.ts";

const EMAIL = { kind: "enrolment", to: "ann@example.com", subject: "Hello", text: "A link", html: "<p>A link</p>" };
/** Longer than a stop that waits for nothing takes. */
const TURNS = 60;

it("the shop takes webhooks under both secrets of its client while one is changed, and under no other client's", async () => {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-secrets-" });
  await prepareKeys(`${folder}/keys`);
  const hook = (client: string, secret: string) => `${client}=http://localhost:1/hook|${secret}`;
  const config = readConfig({
    DATA_DIR: `${folder}/data`,
    KEYS_DIR: `${folder}/keys`,
    PAYMENTS_CLIENTS: "shop:new-key,shop:old-key,other:key",
    PAYMENTS_WEBHOOKS: [hook("shop", "new"), hook("shop", "old"), hook("other", "theirs")].join(" "),
  });
  const context = await createContext(config, { log: silentLog, assets: fakeAssets });
  try {
    const body = JSON.stringify({ event: "authorizeSuccessful", execution: { id: "x" } });
    const statusUnder = async (secret: string) => {
      const headers = { "content-type": "application/json", "x-signature": await signBody(secret, body) };
      const notice = new Request("http://embedded/payments-notices", { method: "POST", headers, body });
      return (await context.embedded.subscriptions(notice)).status;
    };
    const statuses = await Promise.all(["new", "old", "theirs", "unknown"].map(statusUnder));
    assertEquals(statuses, [200, 200, 401, 401]);
  } finally {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  }
});

it("W-VALID-11, W-VALID-12, W-VALID-13: the identity service follows the password policy of the settings", async () => {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-policy-" });
  await prepareKeys(`${folder}/keys`);
  const PASSWORD_POLICY = "min=8 max=64 symbol";
  const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, PASSWORD_POLICY });
  const context = await createContext(config, { log: silentLog, assets: fakeAssets });
  try {
    const address = "http://embedded/identitytoolkit.googleapis.com/v2/passwordPolicy";
    const { customStrengthOptions } = await (await context.embedded.identity(new Request(address))).json();
    const options = { minPasswordLength: 8, maxPasswordLength: 64, containsNonAlphanumericCharacter: true };
    assertEquals(customStrengthOptions, options);
  } finally {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  }
});

it("the owner who proves an address gets its account without the passkeys that a stranger added before", async () => {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-proof-" });
  await prepareKeys(`${folder}/keys`);
  const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
  const context = await createContext(config, { log: silentLog, assets: fakeAssets });
  try {
    const call = async (name: string, body: unknown) => {
      const address = `http://embedded/identitytoolkit.googleapis.com/v1/accounts:${name}?key=local`;
      const headers = { "content-type": "application/json" };
      const answer = await context.embedded.identity(
        new Request(address, { method: "POST", headers, body: JSON.stringify(body) }),
      );
      return String(Object(await answer.json()).localId);
    };
    const uid = await call("signUp", { email: "ann@example.com", password: "correct horse" });
    for (const id of ["AAAA", "BBBB"]) {
      await context.db.insertInto("passkeys").values({
        id,
        uid: id === "AAAA" ? uid : "other",
        public_key: "AAAA",
        counter: 0,
        transports: "",
        name: "Chrome",
        is_synced: 0,
        created_ms: 0,
        used_ms: null,
      }).execute();
    }
    const claims = { id_token: JSON.stringify({ email: "ann@example.com", name: "" }), providerId: "google.com" };
    assertEquals(await call("signInWithIdp", { postBody: new URLSearchParams(claims).toString() }), uid);
    assertEquals(await context.db.selectFrom("passkeys").select("id").execute(), [{ id: "BBBB" }]);
  } finally {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  }
});

it("a deleted member loses the sign-in account too, however long ago they signed in, but not a later owner's", async () => {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-deletion-" });
  await prepareKeys(`${folder}/keys`);
  const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys` });
  const clock = createClock(() => Date.now());
  const context = await createContext(config, { log: silentLog, assets: fakeAssets, clock });
  try {
    const visitor = createVisitor(context);
    const { idToken, uid } = await visitor.signIn("ann@example.com");
    const stranger = await visitor.signIn("eve@example.com");
    const nowMs = clock.now();
    await context.db.updateTable("id_users").set({ valid_since_ms: nowMs + 60_000 }).where("uid", "=", stranger.uid)
      .execute();
    clock.advance(20 * 60_000);
    for (const token of [idToken, stranger.idToken]) {
      const gone = await visitor.post("/services/profile/delete", { confirm: "delete" }, { "x-id-token": token });
      assertEquals(gone.status, 200, JSON.stringify(gone.body));
    }
    const left = async (table: "id_users" | "id_links" | "id_refresh_tokens") =>
      (await context.db.selectFrom(table).select("uid").distinct().execute()).map((row) => row.uid);
    assertEquals([await left("id_users"), await left("id_links"), await left("id_refresh_tokens")], [
      [stranger.uid],
      [stranger.uid],
      [stranger.uid],
    ]);
    assertNotEquals(uid, stranger.uid);
  } finally {
    await context.close();
    await Deno.remove(folder, { recursive: true });
  }
});

describe("the end of the embedded services", () => {
  it("waits for an email that is being sent", async () => {
    const smtp = startSmtp();
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-end-" });
    await prepareKeys(`${folder}/keys`);
    const config = readConfig({ DATA_DIR: `${folder}/data`, KEYS_DIR: `${folder}/keys`, SMTP_URL: smtp.url });
    const context = await createContext(config, { log: silentLog, assets: fakeAssets });
    const order: string[] = [];
    const [begun, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    smtp.hold = async () => {
      begun.resolve();
      await taken.promise;
      order.push("the email is taken");
    };
    await enqueueEmails(context.db, [{ ...EMAIL, nowMs: context.clock.now(), key: "one" }]);
    context.sender.wake();
    await begun.promise;
    const ended = context.close().then(() => order.push("closed"));
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    taken.resolve();
    await ended;
    assertEquals(order, ["the email is taken", "closed"]);
    smtp.close();
    await Deno.remove(folder, { recursive: true });
  });
});
