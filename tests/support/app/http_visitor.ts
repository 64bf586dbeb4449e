/**
 * A visitor without a browser: keeps cookies and calls the app in process, so that whole purchases run in milliseconds.
 */
import { createApp } from "../../../server/app.ts";
import type { Context } from "../../../server/context.ts";
import { asSold, type PlanId, PLANS } from "../../../server/wire/billing/plans.ts";
import { shownFigures } from "../../../server/wire/billing/schedule.ts";
import { NO_ADDRESS as EMPTY } from "../../../server/wire/billing/purchase.ts";
import { agreedText } from "../../../server/embedded/subscriptions/testing/agreed_text.ts";
import { type CardResult, payByCard } from "../payments/pay_by_card.ts";

/** As the payment form sends it where it asks only for the country. */
export const NO_ADDRESS = { ...EMPTY, country: "US" };

export interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- tests read what the wire promises and fail where it does not hold
  readonly body: any;
}

export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Any request, with the visitor's cookies. */
  readonly send: (request: Request) => Promise<Response>;
  /** The raw answer, for bodies that are not JSON. */
  raw(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Agrees to a plan as the payment screen shows it now; headers prove whose a claimed plan is. */
  agree(planId: PlanId, subscriptionId?: string, headers?: Record<string, string>): Promise<Answer>;
  /** init/session, consent and card; the test makes the create call. */
  payFor(planId: PlanId, cardNumber: string): Promise<CardResult>;
  /**
   * The whole purchase, with a card that is approved by default; returns the answer of the create call. In process, the
   * receipt is then written; elsewhere it may still follow.
   */
  buy(planId: PlanId, email: string, cardNumber?: string): Promise<Answer>;
  /** The cookies, so that a browser can continue as this visitor. */
  cookies(): readonly { readonly name: string; readonly value: string }[];
  /** Signs in through the Google simulator. */
  signIn(email: string, name?: string): Promise<SignIn>;
}

export interface SignIn {
  readonly idToken: string;
  readonly uid: string;
  readonly refreshToken: string;
  /** Google's id of the account. */
  readonly federatedId: string;
}

/** A visitor of the app in process. */
export function createVisitor(context: Context): Visitor {
  const app = createApp(context);
  const origin = context.config.publicOrigin;
  return visitorOf({
    origin,
    now: () => context.clock.now(),
    hasRegistry: context.config.registry !== "none",
    afterPurchase: () => context.works.find(({ job }) => job === "subscriptions-receipts")?.(),
    send: async (request) => {
      const headers = new Headers(request.headers);
      headers.set("host", new URL(origin).host);
      return await app.request(new Request(request, { headers }));
    },
  });
}

export interface VisitedServer {
  readonly origin: string;
  readonly now: () => number;
  readonly send: (request: Request) => Promise<Response>;
  /** Sells the registry check. Default: true. */
  readonly hasRegistry?: boolean;
  /** What follows a purchase in the background, for tests that need its end. */
  readonly afterPurchase?: () => Promise<unknown> | undefined;
}

/** A visitor of an app at any address. */
export function visitorOf(server: VisitedServer): Visitor {
  const { origin, now, send: reach, hasRegistry = true } = server;
  const cookies = new Map<string, string>();
  const send = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await reach(new Request(request, { headers }));
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    return answer;
  };
  const answerOf = async (request: Request): Promise<Answer> => {
    const answer = await send(request);
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const post: Visitor["post"] = (path, body, headers = {}) => {
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    return answerOf(new Request(origin + path, { ...init, body: JSON.stringify(body) }));
  };
  const get: Visitor["get"] = (path, headers = {}) => answerOf(new Request(origin + path, { headers }));

  const agree: Visitor["agree"] = (planId, subscriptionId, headers) => {
    const plan = PLANS.find(({ id }) => id === planId);
    if (plan === undefined) throw new TypeError(`No plan ${planId}`);
    const shown = shownFigures(plan, now());
    return post("/api/consent", {
      plan_id: planId,
      ...(subscriptionId === undefined ? {} : { subscription_id: subscriptionId }),
      ...agreedText(asSold(plan, { hasRegistry }) ?? plan, shown),
      shown,
    }, headers);
  };
  const payFor: Visitor["payFor"] = async (planId, cardNumber) => {
    const session = await get(`/services/subscriptions/init/session?plan_id=${planId}`);
    if (session.status !== 200) throw new Error(`init/session answered ${session.status}`);
    await agree(planId);
    return await payByCard({ fetch: send, initResponse: session.body, card: { cardNumber }, storeInstrument: true });
  };
  return {
    get,
    post,
    send,
    raw: (path, headers = {}) => send(new Request(origin + path, { headers })),
    agree,
    payFor,
    cookies: () => [...cookies].map(([name, value]) => ({ name, value })),
    async buy(planId, email, cardNumber = "4242424242424242") {
      const { execution } = await payFor(planId, cardNumber);
      const answer = await post("/services/subscriptions/subs/create-no-user", {
        plan_id: planId,
        email,
        attribution: {},
        address: NO_ADDRESS,
        instrument: { executionId: execution.id, paymentInstrumentId: execution.paymentInstrumentId },
      });
      await server.afterPurchase?.();
      return answer;
    },
    async signIn(email, name = "Ada Test") {
      const claims = encodeURIComponent(JSON.stringify({ email, name }));
      const { body } = await post("/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=k", {
        postBody: `id_token=${claims}&providerId=google.com`,
        requestUri: origin,
        returnSecureToken: true,
      });
      const { idToken, localId: uid, refreshToken, federatedId } = body;
      return { idToken, uid, refreshToken, federatedId };
    },
  };
}
