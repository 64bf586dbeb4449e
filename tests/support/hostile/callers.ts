/** Calls any route from outside with the tokens of a member, a merchant, a shopper and an operator at once. */
import type { RunningApp } from "../app/app.ts";
import { visitorOf } from "../app/http_visitor.ts";
import { addressOf, type OutsideRoute, outsideRoutes } from "../app/outside_routes.ts";
import { signInOperator } from "../console/console_fixture.ts";
import { parseInit } from "../payments/pay_by_card.ts";

export interface Callers {
  /** Values that the fields of bodies may have, by the name of the field. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** For a call that belongs to no route. */
  headersOf(type: string): Readonly<Record<string, string>>;
  /** Without a body on GET. */
  send(route: OutsideRoute, body: string, more?: More): Promise<Response>;
  /** A page that only its query leads to, as a visitor with these cookies sees it. */
  open(path: string): Promise<Response>;
}

/** What a call has besides its body: the type of that, further fields of the query, headers that replace valid ones. */
export interface More {
  readonly type?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const nameOf = ({ method, path }: OutsideRoute) => `${method} ${path}`;
/** Calls that end the account or a session. */
export const isEnd = ({ path }: OutsideRoute) => /delete|sign-out/.test(path);

/** All routes; those that end something come last. */
export function routesOf({ context }: RunningApp): readonly OutsideRoute[] {
  return outsideRoutes(context).toSorted((one, other) => Number(isEnd(one)) - Number(isEnd(other)));
}

const FILLED: Readonly<Record<string, string>> = {
  clientId: "merchant-demo",
  code: "payment-acceptance",
  holder: "h",
  content: "x".repeat(43),
  secret: "x".repeat(43),
  label: "trustcheck",
  email: "ada@mail.example",
};

/** The app needs `TRUSTED_HOPS: "1"` and `ADMIN: "on"`. */
export async function openCallers(app: RunningApp): Promise<Callers> {
  const visitor = visitorOf({
    origin: app.origin,
    now: () => app.context.clock.now(),
    send: (request) => fetch(request),
  });
  const bought = await visitor.buy("tck_weekly_3dtrial", "ada@mail.example");
  const subscription = String(bought.body.subscription_id ?? bought.body.id);
  const { idToken, uid } = await visitor.signIn("ada@mail.example");
  const issued = await visitor.post("/services/payments/auth/token/merchant-demo", {}, { "x-api-key": "demo-secret" });
  const merchantToken = String(issued.body.access_token);
  const init = await visitor.post(
    "/services/payments/merchant/client/init",
    { merchantReference: "r", holderReference: "h", amount: { value: "10.00", currency: "USD" } },
    { authorization: `Bearer ${merchantToken}`, "x-idempotency-key": crypto.randomUUID() },
  );
  const { execution, token: shopperToken } = parseInit(init.body);
  const cookie = [...visitor.cookies(), { name: "adm", value: await signInOperator(app.context, "owner") }]
    .map(({ name, value }) => `${name}=${value}`).join("; ");
  const idOf = (path: string) => path.includes("/payments/") ? execution.id : subscription;
  let calls = 0;
  /** Each call has its own address, so that no rate limit answers first. */
  const headersOf = (type: string) => {
    calls += 1;
    return { "content-type": type, cookie, "x-forwarded-for": `203.0.${calls >> 8}.${calls & 255}` };
  };
  return {
    valid: {
      email: "ada@mail.example",
      amount: { value: "10.00", currency: "USD" },
      bin: "424242",
      country: "US",
      phone_number: "+16502530000",
      idToken,
      firebase_id: uid,
      user_id: uid,
      subscription_id: subscription,
      plan_id: "tck_weekly_3dtrial",
      url: "https://shop.example/hook",
      token: "x".repeat(43),
      query: "ada@mail.example",
      reason: "The customer asked for it.",
    },
    headersOf,
    open: (path) => fetch(app.origin + path, { headers: headersOf("text/plain"), redirect: "manual" }),
    send({ door, method, path }, body, { type = "application/json", query = "", headers = {} } = {}) {
      const origin = door === "app" ? app.origin : app.frameOrigin;
      const token = path.includes("/payments/client") ? shopperToken : merchantToken;
      const key = /sendOobCode|accounts:/.test(path) ? "?key=k&" : "?";
      return fetch(origin + addressOf(path, (name) => FILLED[name] ?? idOf(path)) + key + query, {
        method,
        ...(method === "GET" ? {} : { body }),
        redirect: "manual",
        headers: {
          ...headersOf(type),
          origin,
          "sec-fetch-site": "same-origin",
          "x-id-token": idToken,
          "x-idempotency-key": crypto.randomUUID(),
          "x-api-key": "demo-secret",
          authorization: `Bearer ${token}`,
          ...headers,
        },
      });
    },
  };
}
