/** SECURITY X7: whatever code the database fails with, every route that asks it answers 503 with Retry-After. */
import { after, before, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { type Db, openDatabase } from "../../../server/db/open.ts";
import { type RunningApp, startApp } from "../../support/app/app.ts";
import type { OutsideRoute } from "../../support/app/outside_routes.ts";
import { type Callers, nameOf, openCallers, routesOf } from "../../support/hostile/callers.ts";
import { BODIES, sampleOf } from "../../support/hostile/writing_routes.ts";

/** All codes of the classes in which the database itself fails (PostgreSQL 17, appendix A), and of lost connections. */
const CODES =
  `08000 08001 08003 08004 08006 08007 08P01 25000 25001 25002 25003 25004 25005 25006 25007 25008 25P01 25P02 25P03
  25P04 28000 28P01 3D000 40000 40001 40002 40003 40P01 42501 53000 53100 53200 53300 53400 55000 55006 55P02 55P03
  55P04 57000 57014 57P01 57P02 57P03 57P04 57P05 58000 58030 58P01 58P02 58P03 F0000 F0001 XX000 ECONNREFUSED ECONNRESET ECONNABORTED
  EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN`.split(/\s+/);

/** Pages and calls that read the database only with such an address. */
const PAGES = [
  `/trustcheck/unsubscription?c=${"x".repeat(43)}`,
  `/trustcheck/unsubscription?withdraw&w=${"x".repeat(43)}`,
  "/trustcheck/unsubscription?withdraw",
  `/verify/${"0".repeat(64)}`,
  `/services/report/verify/${"0".repeat(64)}`,
  "/dev/mailbox/messages/x",
  "/init/session?plan_id=tck_weekly_3dtrial",
  "/readyz",
];

/** Writing routes that answer without the database what these tests send them. */
const ALONE = [
  "POST /api/apple-pay/validate-merchant",
  "POST /api/consent",
  "POST /api/sign-out",
  "POST /dev/clock",
  "POST /services/identity/identitytoolkit.googleapis.com/v1/:call{accounts:createAuthUri}",
  "POST /services/identity/identitytoolkit.googleapis.com/v1/:call{accounts:signInWithCustomToken}",
  "POST /services/identity/identitytoolkit.googleapis.com/v1/:call{accounts:signInWithIdp}",
  "POST /services/identity/securetoken.googleapis.com/v1/token",
  "POST /services/payments/auth/token/:clientId",
  "POST /services/payments/token/client/init",
  "POST /services/subscriptions/payments-notices",
];

const OF_EACH_SERVICE = [
  "GET /api/admin/session",
  "GET /operator/moves",
  "GET /services/payments/merchant/executions",
  "GET /services/payments/client/executions/:id",
  "POST /services/subscriptions/subscriptions-of-member",
  "GET /services/profile",
  "GET /services/report/guide",
  "POST /services/identity/identitytoolkit.googleapis.com/v1/:call{accounts:lookup}",
  "GET /dev/mailbox",
  "GET /dev/errors",
];

/** What the calls of the identity service ask for, each for its own part. */
const TO_IDENTITY = {
  email: "ada@mail.example",
  password: "a long password of ada",
  requestType: "EMAIL_SIGNIN",
  oobCode: "x",
  newPassword: "another long password",
  phoneNumber: "+16502530000",
  sessionInfo: "x",
  code: "123456",
  mfaPendingCredential: "x",
  mfaEnrollmentId: "x",
  phoneEnrollmentInfo: { phoneNumber: "+16502530000" },
  phoneVerificationInfo: { sessionInfo: "x", code: "123456" },
  phoneSignInInfo: {},
  grant_type: "refresh_token",
  refresh_token: "x",
  token: "x",
};

/** A statement that no route can answer without. */
const isOfRoute = (statement: string) => !/^\s*(begin|commit|rollback|savepoint|release)/i.test(statement);

describe("a database that fails", () => {
  let app: RunningApp;
  let db: Db;
  let callers: Callers;
  let fault: Error | undefined;
  let folder = "";
  before(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-codes-" });
    const onStatement = (statement: string) => {
      if (fault !== undefined && isOfRoute(statement)) throw fault;
    };
    db = await openDatabase({ kind: "sqlite", path: `${folder}/app.db` }, { onStatement });
    app = await startApp({
      env: { TRUSTED_HOPS: "1", ADMIN: "on", FUNNEL_EVENT_DAYS: "30" },
      overrides: { db, works: [] },
    });
    callers = await openCallers(app);
  });
  after(async () => {
    fault = undefined;
    await app.close();
    await Deno.remove(folder, { recursive: true });
  });

  const read = async (answer: Response) => {
    const text = await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text };
  };
  const call = async (route: OutsideRoute) => {
    const body = BODIES[nameOf(route)];
    const sample = body === undefined ? undefined : { ...Object(sampleOf(body, callers.valid)), ...givenTo(route) };
    return await read(await callers.send(route, sample === undefined ? "" : JSON.stringify(sample)));
  };
  const givenTo = ({ path }: OutsideRoute) => {
    if (path.endsWith("/subs/create-no-user")) return { instrument: { executionId: "x", paymentInstrumentId: "x" } };
    return path.includes("/services/identity/") || path.includes("accounts:delete")
      ? { ...TO_IDENTITY, idToken: path.includes("signUp") ? "" : callers.valid.idToken }
      : {};
  };
  const open = async (path: string) => await read(await callers.open(path));
  const failWith = (code: string) => {
    fault = Object.assign(new Error(`the database said ${code}`), { code });
  };

  const calls = () => [
    ...routesOf(app).map((route) => ({ name: nameOf(route), answer: () => call(route) })),
    ...PAGES.map((path) => ({ name: path, answer: () => open(path) })),
  ];

  it("SECURITY X7: every page, call, merchant route and console route that asks it answers 503 with Retry-After", async () => {
    const failed: string[] = [];
    const alone: string[] = [];
    failWith("57P01");
    for (const { name, answer } of calls()) {
      const { status, retryAfter, text } = await answer();
      if (status < 500) alone.push(name);
      else if (status !== 503 || !(Number(retryAfter) > 0) || text.includes("57P01")) {
        failed.push(`${name}: ${status}, Retry-After ${retryAfter}, ${text.slice(0, 200)}`);
      }
    }
    assertEquals(failed, []);
    const asked = alone.filter((name) => PAGES.includes(name) || !name.startsWith("GET "));
    assertEquals([...new Set(asked)].sort(), ALONE.toSorted());
  });

  it("SECURITY X7: each code of a database that fails is answered so, by each service", async () => {
    const some = calls().filter(({ name }) => OF_EACH_SERVICE.includes(name) || PAGES.includes(name));
    assertEquals(some.length, OF_EACH_SERVICE.length + PAGES.length);
    const wrong: string[] = [];
    for (const code of CODES) {
      failWith(code);
      for (const { name, answer } of some) {
        const { status, retryAfter } = await answer();
        if (status !== 503 || retryAfter === null) wrong.push(`${code}, ${name}: ${status}`);
      }
    }
    assertEquals(wrong, []);
  });
});
