/** Addresses of webhooks that merchants register over the API: what owners do with them, and what attackers try. */
import { after, before, beforeEach, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { WebhookTargets } from "../context/settings.ts";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import {
  type Answer,
  faultOf,
  merchantToken,
  pay,
  send,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { signBody } from "./post_webhook.ts";

// As the service promises them, whatever its constants say.
const MAX_ENDPOINT_TESTS = 20;
const MAX_ENDPOINTS = 10;

const LIST = "/merchant/webhooks/endpoints";
const CARD = "4242424242424242";
const HOOK = "https://shop.example/hook";
const SET = { clientId: "shop", url: "https://shop.example/set", secret: "set-secret" };
const PUBLIC: WebhookTargets = { local: false, public: true };
const off: WebhookTargets = { local: false, public: false };

interface Received {
  readonly url: string;
  readonly reach: string;
  readonly headers: Headers;
  readonly body: string;
}

onBothEngines("webhook addresses that a merchant registers", (place) => {
  let fixture: PaymentsFixture;
  let token = "";
  let stranger = "";
  let received: Received[] = [];
  let receive = () => new Response();
  before(async () => {
    fixture = await openPaymentsFixture({
      place: place(),
      webhooks: [SET],
      webhookTargets: PUBLIC,
      async deliver(request, reach) {
        received.push({ url: request.url, reach, headers: request.headers, body: await request.text() });
        return receive();
      },
    });
    [token, stranger] = [await merchantToken(fixture), await merchantToken(fixture, "other")];
  });
  after(() => fixture.close());
  beforeEach(async () => {
    for (const table of ["pay_webhook_endpoints", "pay_webhooks", "app_limits"] as const) {
      await fixture.db.deleteFrom(table).execute();
    }
    received = [];
    receive = () => new Response();
  });

  const call = (method: string, path: string, more: { body?: unknown; by?: string; key?: string } = {}) =>
    send(fixture, path, {
      method,
      token: more.by ?? token,
      key: more.key ?? crypto.randomUUID(),
      ...(more.body === undefined ? {} : { body: more.body }),
    });
  const ok = ({ status, body, text }: Answer) => {
    assertEquals(status, 200, text);
    return body as unknown as Readonly<Record<string, string>>;
  };
  const register = async (url = HOOK, by = token) => ok(await call("POST", LIST, { body: { url }, by }));
  const list = async (by = token) =>
    ok(await call("GET", LIST, { by })).results as unknown as readonly Record<string, string>[];
  const paid = async (client = "shop") => {
    await pay(fixture, await start(fixture, {}, { client }), CARD);
    await fixture.work();
  };
  const sentTo = (url: string) => received.filter((one) => one.url === url);
  const isSignedBy = async ({ headers, body }: Received, secret = "") => {
    const signed = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
    return (headers.get("webhook-signature") ?? "").split(" ").includes(`v1,${await signBody(secret, signed)}`);
  };

  it("receive every event from then on, without a restart, under the secret of the answer", async () => {
    await paid();
    assertEquals(sentTo(HOOK), []);
    const { secret, id, url } = await register();
    await paid();
    const sent = sentTo(HOOK);
    assertEquals(sent.map(({ body }) => JSON.parse(body).event), [
      ...["authorizeRequested", "authorizeSuccessful", "captureSuccessful"],
    ]);
    for (const one of sent) assert(await isSignedBy(one, secret));
    assertEquals([sent[0]?.reach, sentTo(SET.url)[0]?.reach], ["public", "any"]);
    const [shown, ...others] = await list();
    assertEquals([shown?.id, shown?.url, others.length], [id, url, 0]);
  });

  it("show their secret only to their registration and its repeat, and keep it sealed", async () => {
    const key = crypto.randomUUID();
    const body = { url: HOOK };
    const first = ok(await call("POST", LIST, { body, key }));
    const again = await call("POST", LIST, { body, key });
    assertEquals([ok(again), again.headers.get("idempotent-replayed")], [first, "true"]);
    assertEquals((await list()).map(({ secret }) => secret), [undefined]);
    const { secret = "" } = first;
    assert(/^[A-Za-z0-9]{30,}$/.test(secret), secret);
    for (const table of ["pay_webhook_endpoints", "pay_idempotency", "pay_webhooks"] as const) {
      assertEquals(JSON.stringify(await fixture.db.selectFrom(table).selectAll().execute()).includes(secret), false);
    }
    assertEquals(fixture.lines.join().includes(secret), false);
  });

  it("sign with both secrets during a rotation, with the new one first, and then only with the new one", async () => {
    const { id, secret: old = "" } = await register();
    const { secret = "", previousSecretUntil = "" } = ok(await call("POST", `${LIST}/${id}/secret`));
    assertEquals(Date.parse(previousSecretUntil) - fixture.clock.nowMs, 24 * 3_600_000);
    await paid();
    const [during] = sentTo(HOOK);
    assert(during !== undefined && await isSignedBy(during, old) && await isSignedBy(during, secret));
    assertEquals(during.headers.get("x-signature"), await signBody(secret, during.body));
    received = [];
    fixture.clock.nowMs += 24 * 3_600_000;
    token = await merchantToken(fixture);
    stranger = await merchantToken(fixture, "other");
    await paid();
    const [later] = sentTo(HOOK);
    assert(later !== undefined && !await isSignedBy(later, old) && await isSignedBy(later, secret));
    assertEquals((await list()).map((shown) => shown.previousSecretUntil), [undefined]);
  });

  it("end a leaked secret at once when asked to, and never sign with three", async () => {
    const { id, secret: first = "" } = await register();
    const { secret: second = "" } = ok(await call("POST", `${LIST}/${id}/secret`));
    const { secret: third = "" } = ok(await call("POST", `${LIST}/${id}/secret`));
    await paid();
    const [one] = sentTo(HOOK);
    assert(one !== undefined);
    assertEquals(await Promise.all([first, second, third].map((secret) => isSignedBy(one, secret))), [
      ...[false, true, true],
    ]);
    const { secret: fourth = "" } = ok(await call("POST", `${LIST}/${id}/secret`, { body: { overlapHours: 0 } }));
    received = [];
    await paid();
    const [last] = sentTo(HOOK);
    assert(last !== undefined && !await isSignedBy(last, third) && await isSignedBy(last, fourth));
    assertEquals(last.headers.get("webhook-signature")?.split(" ").length, 1);
    const rows = await fixture.db.selectFrom("pay_webhook_endpoints").select("sealed_old_secret").execute();
    assertEquals(rows, [{ sealed_old_secret: null }]);
  });

  it("sign with every secret that two rotations at once have shown", async () => {
    const { id } = await register();
    const answers = await Promise.all([1, 2].map(() => call("POST", `${LIST}/${id}/secret`)));
    for (const { status, body } of answers) assert(status === 200 || faultOf(body) === "state-conflict");
    const shown = answers.filter(({ status }) => status === 200).map(({ body }) => String(body.secret));
    await paid();
    const [one] = sentTo(HOOK);
    assert(one !== undefined && shown.length > 0);
    for (const secret of shown) assert(await isSignedBy(one, secret));
  });

  it("are tested by one signed event that is not sent again, and the answer contains only the status", async () => {
    const { id, secret = "" } = await register();
    receive = () => new Response("inner page", { status: 500 });
    const answer = ok(await call("POST", `${LIST}/${id}/test`));
    assertEquals({ ...answer, eventId: "" } as unknown, { eventId: "", isAccepted: false, answerStatus: 500 });
    const [one, ...others] = sentTo(HOOK);
    assert(one !== undefined && await isSignedBy(one, secret) && others.length === 0);
    assertEquals([JSON.parse(one.body).event, JSON.parse(one.body).id], ["webhookTest", answer.eventId]);
    receive = () => {
      throw new TypeError("no answer");
    };
    const none = ok(await call("POST", `${LIST}/${id}/test`));
    assertEquals({ ...none, eventId: "" } as unknown, { eventId: "", isAccepted: false });
    await fixture.work();
    assertEquals(received.length, 2);
  });

  it("receive nothing more once deleted, not even what waited", async () => {
    receive = () => new Response(null, { status: 503 });
    const { id } = await register();
    await paid();
    const tried = sentTo(HOOK).length;
    assert(tried > 0);
    ok(await call("DELETE", `${LIST}/${id}`));
    receive = () => new Response();
    fixture.clock.nowMs += 60_000;
    await paid();
    assertEquals([sentTo(HOOK).length, await list()], [tried, []]);
    const states = await fixture.db.selectFrom("pay_webhooks").select("state").where("url", "=", HOOK).execute();
    assertEquals([...new Set(states.map(({ state }) => state))], ["abandoned"]);
    // The other address of the merchant got everything.
    assert(sentTo(SET.url).length >= 6);
  });

  it("leave what was delivered, and what waits for the same address of another merchant, when they are deleted", async () => {
    const { id } = await register();
    await register(HOOK, stranger);
    await paid();
    receive = () => new Response(null, { status: 503 });
    await paid();
    await paid("other");
    ok(await call("DELETE", `${LIST}/${id}`));
    const rows = await fixture.db.selectFrom("pay_webhooks").select(["client_id", "state"]).distinct()
      .where("url", "=", HOOK).orderBy("client_id").orderBy("state").execute();
    assertEquals(rows.map(({ client_id, state }) => `${client_id} ${state}`), [
      "other waiting",
      "shop abandoned",
      "shop accepted",
    ]);
  });

  it("receive nothing, not even a test, once the settings no longer allow them", async () => {
    const { id } = await register();
    Reflect.set(fixture.settings, "webhookTargets", off);
    try {
      await paid();
      const tested = await call("POST", `${LIST}/${id}/test`);
      assertEquals([faultOf(tested.body), sentTo(HOOK).length], ["targets-off", 0]);
      assert(sentTo(SET.url).length > 0);
    } finally {
      Reflect.set(fixture.settings, "webhookTargets", PUBLIC);
    }
  });

  it("SECURITY M6: another merchant neither sees, tests, rotates nor deletes them, as if they did not exist", async () => {
    const { id, secret = "" } = await register();
    const absent = await call("DELETE", `${LIST}/none`, { by: stranger });
    assertEquals([absent.status, await list(stranger)], [404, []]);
    for (const [method, path] of [["DELETE", ""], ["POST", "/test"], ["POST", "/secret"]] as const) {
      const answer = await call(method, `${LIST}/${id}${path}`, { by: stranger });
      assertEquals([answer.status, answer.text], [404, absent.text], path);
    }
    assertEquals(received, []);
    // The same address, registered by another merchant, gets that merchant's events under a secret of its own.
    const theirs = await register(HOOK, stranger);
    assertNotEquals(theirs.secret, secret);
    await paid("other");
    const sent = sentTo(HOOK);
    assertEquals(sent.length, 3);
    for (const one of sent) assert(await isSignedBy(one, theirs.secret) && !await isSignedBy(one, secret));
  });

  it("open only to a merchant's token, never to a shopper's", async () => {
    const { id } = await register();
    const session = await start(fixture);
    for (const by of [session.token, `${token}x`]) {
      for (
        const [method, path] of [
          ["GET", LIST],
          ["POST", LIST],
          ["POST", `${LIST}/${id}/test`],
          ["POST", `${LIST}/${id}/secret`],
          ["DELETE", `${LIST}/${id}`],
        ] as const
      ) {
        const answer = await call(method, path, { by, ...(method === "POST" ? { body: { url: HOOK } } : {}) });
        assertEquals([answer.status, faultOf(answer.body)], [401, "unauthorized"], `${method} ${path}`);
      }
    }
    assertEquals([(await list()).length, received.length], [1, 0]);
  });

  it("SECURITY X2: an address of an inner network, or of another kind, is refused and never called", async () => {
    for (
      const url of [
        ...[
          "http://shop.example/hook",
          "https://localhost/hook",
          "https://127.0.0.1/",
          "https://127.1/",
          "https://db/",
        ],
        ...["https://2130706433/", "https://0x7f000001/", "https://[::1]/", "https://[::ffff:10.0.0.1]/"],
        ...["https://10.0.0.8/", "https://192.168.1.1/", "https://172.16.0.9/", "https://169.254.169.254/latest/"],
        ...["https://metadata.google.internal/", "https://[fe80::1]/", "https://[fd00::1]/", "https://0.0.0.0/"],
        ...["https://user:secret@shop.example/", "https://shop.example/#part", "ftp://shop.example/", "shop.example"],
        ...["file:///etc/passwd", "javascript:alert(1)", "https://"],
      ]
    ) {
      const answer = await call("POST", LIST, { body: { url } });
      assertEquals([answer.status, faultOf(answer.body)], [422, "target-refused"], url);
    }
    await paid();
    assertEquals([await list(), [...new Set(received.map(({ url }) => url))]], [[], [SET.url]]);
  });

  it("are ten at most, once each, even when they are registered at once", async () => {
    const at = (count: number) => Array.from({ length: count }, (_, index) => `https://shop.example/${index}`);
    const answers = await Promise.all(at(MAX_ENDPOINTS + 5).map((url) => call("POST", LIST, { body: { url } })));
    assertEquals(answers.filter(({ status }) => status === 200).length, MAX_ENDPOINTS);
    assertEquals([...new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => faultOf(body)))], [
      "endpoints-full",
    ]);
    assertEquals((await list()).length, MAX_ENDPOINTS);
    const [first] = await list();
    ok(await call("DELETE", `${LIST}/${first?.id}`));
    const same = await Promise.all([1, 2, 3].map(() => call("POST", LIST, { body: { url: HOOK } })));
    assertEquals(same.map(({ status }) => status).toSorted(), [200, 409, 409]);
    for (const url of [HOOK, "HTTPS://SHOP.example:443/hook", SET.url]) {
      const answer = await call("POST", LIST, { body: { url } });
      assertEquals([answer.status, faultOf(answer.body)], [409, "endpoint-exists"], url);
    }
  });

  it("are tested twenty times an hour at most, so that the service cannot be used to flood a server", async () => {
    const { id } = await register();
    for (let at = 0; at < MAX_ENDPOINT_TESTS; at++) ok(await call("POST", `${LIST}/${id}/test`));
    const answer = await call("POST", `${LIST}/${id}/test`);
    assertEquals([answer.status, faultOf(answer.body)], [429, "too-many-tests"]);
    assert(Number(answer.headers.get("retry-after")) > 3_000);
    assertEquals(sentTo(HOOK).length, MAX_ENDPOINT_TESTS);
  });
});

it("a server accepts addresses only if its settings do, and those of its own machine only on loopback", async () => {
  const local = "http://localhost:9100/hook";
  for (
    const [webhookTargets, url, fault] of [
      [off, HOOK, "targets-off"],
      [undefined, HOOK, "targets-off"],
      [{ local: true, public: false }, HOOK, "target-refused"],
      [{ local: true, public: false }, "http://127.0.0.1.evil.example/", "target-refused"],
      [{ local: true, public: false }, local, "none"],
      [PUBLIC, local, "target-refused"],
      [PUBLIC, HOOK, "none"],
    ] as const
  ) {
    const fixture = await openPaymentsFixture(webhookTargets === undefined ? {} : { webhookTargets });
    try {
      const token = await merchantToken(fixture);
      const { body } = await send(fixture, LIST, { token, key: "k", body: { url } });
      assertEquals(faultOf(body), fault, `${JSON.stringify(webhookTargets)} ${url}`);
    } finally {
      await fixture.close();
    }
  }
});
