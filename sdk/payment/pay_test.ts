/** A payment over plain ports: order, refusals, expired sessions, and outcomes that are never wrong about money. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Answer } from "../api/http.ts";
import { paymentError } from "../errors/payment_error.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { fromResponse } from "../errors/from_response.ts";
import type { ExecutionResponse } from "../wire/payments.ts";
import { type AuthorizeAnswer, sendAuthorize } from "./execution/authorize.ts";
import { explain } from "./after_authorize/failure.ts";
import { Language } from "../locales/language.ts";
import { interpret, type Outcome } from "./outcome.ts";
import { follow, pay, type PayPorts } from "./pay.ts";
import type { FinalExecution } from "./polling/poll_until_final.ts";

const SELF = "https://pay.test/executions/1";
const execution = (extra: object = {}): ExecutionResponse =>
  asExecution({ id: "1", status: [], links: { self: SELF, execution: SELF }, ...extra });

function asExecution(value: object): ExecutionResponse {
  return value as ExecutionResponse;
}

const polled = (code: string, extra: object = {}, errors?: { reason: { result: string } }[]): FinalExecution => ({
  type: "final",
  status: { code, time: "2", ...(errors === undefined ? {} : { errors }) },
  execution: execution(extra),
});
const SPENT = { reason: { result: "Spent" } };
const CHALLENGE = polled("authorizePending", { actionRequired: "3ds", links: { "3ds": "https://bank.test/c" } });

function refusal(status: number, text = ""): AuthorizeAnswer {
  return { type: "refused", status, text, error: fromResponse({ method: "POST", url: "/a", status, text }) };
}

const english = new Language(undefined);

interface Run {
  readonly steps: string[];
  readonly reported: Outcome[];
  readonly outcome: Outcome;
}

async function runPay(over: Partial<PayPorts> = {}): Promise<Run> {
  const steps: string[] = [];
  const reported: Outcome[] = [];
  const step = <T>(name: string, value: T): Promise<T> => (steps.push(name), Promise.resolve(value));
  const outcome = await pay({
    validate: () => step("validate", true),
    askMerchant: (gate) => step(gate, undefined),
    compose: () =>
      step("compose", {
        paymentMethodCode: "card",
        integrationType: "api",
        amount: { value: "1.00", currency: "USD" },
      }),
    authorize: () => step<AuthorizeAnswer>("authorize", { type: "accepted", executionUrl: SELF }),
    renewSession: () => step("renew", false),
    pollUntilFinal: () => step("poll", polled("authorizeSuccessful")),
    openChallenge: () => (steps.push("challenge"), {
      end: Promise.resolve("completed" as const),
      close: () => void steps.push("close"),
    }),
    isChallengeLink: (link) => link.startsWith("https://"),
    explain: (result) => Promise.resolve(explain(result, english)),
    report: (result) => (steps.push("report"), reported.push(result), undefined),
    ...over,
  });
  return { steps, reported, outcome };
}

describe("paying", () => {
  it("S-BUTTON-08: asks the merchant after validation and before authorize", async () => {
    const { steps } = await runPay();
    assertEquals(steps, ["validate", "clicked", "compose", "request", "authorize", "poll", "report"]);
  });

  it("S-BUTTON-17: an invalid form ends the payment without a call and without a failure event", async () => {
    const { steps, outcome } = await runPay({ validate: () => Promise.resolve(false) });
    assertEquals([steps, outcome.type], [["report"], "not_started"]);
  });

  it("S-AUTHZ-02: authorizeSuccessful is a success", async () => {
    assertEquals((await runPay()).outcome.type, "success");
  });

  it("S-AUTHZ-03: authorizePending without a required action is pending", async () => {
    const { outcome } = await runPay({ pollUntilFinal: () => Promise.resolve(polled("authorizePending")) });
    assertEquals([outcome.type, outcome.type === "pending" && outcome.reason], ["pending", "processing"]);
  });

  it("S-AUTHZ-04: any other result is a failure with AUTHORIZATION_ERROR, with the issuer's reason when there is one", () => {
    const declined = interpret(polled("authorizeFailed", {}, [{ reason: { result: "InsufficientBalance" } }]));
    const silent = interpret(polled("authorizeFailed"));
    assertEquals(declined.type === "failed" && [declined.code, declined.message], [
      "AUTHORIZATION_ERROR",
      "InsufficientBalance",
    ]);
    assertEquals(silent.type === "failed" && silent.message, "Authorization failed, please try again.");
    const elsewhere = polled("authorizeFailed", { finalState: { code: "authorizeFailed", errors: [SPENT] } });
    const [first, named] = [interpret(elsewhere), interpret(polled("authorizeFailed", {}, [SPENT]))];
    assertEquals([first, named].map((each) => each.type === "failed" && each.message), ["Spent", "Spent"]);
  });

  it("S-AUTHZ-04, SECURITY R3: a pending payment with an action unknown to the SDK is pending, not failed", () => {
    for (const extra of [{ actionRequired: "dance" }, { actionRequired: "3ds", links: {} }]) {
      const outcome = interpret(polled("authorizePending", extra));
      assert(outcome.type === "pending", outcome.type);
      assertEquals([outcome.reason, outcome.error?.code], ["unconfirmed", "payrails:client:payment_executor.pay"]);
    }
  });

  it("reports once, whatever happens", async () => {
    for (const code of ["authorizeSuccessful", "authorizePending", "authorizeFailed"]) {
      assertEquals((await runPay({ pollUntilFinal: () => Promise.resolve(polled(code)) })).reported.length, 1, code);
    }
  });

  const UNSETTLED = [
    ["S-POLL-08, S-ERR-06", "exhausted", "payrails:api:too_many_requests"],
    ["S-POLL-04, S-ERR-20", "not_requested", "payrails:api:authorization_not_requested"],
    ["S-ERR-21", "unauthorized", "payrails:api:request_authentication"],
  ] as const;
  for (const [ids, end, code] of UNSETTLED) {
    it(`${ids}: polls that end ${end} after authorize was accepted are pending with their code, never failed`, async () => {
      const { outcome } = await runPay({ pollUntilFinal: () => Promise.resolve({ type: end }) });
      assert(outcome.type === "pending", outcome.type);
      assertEquals([outcome.reason, outcome.error?.code], ["unconfirmed", code]);
    });
  }

  it("S-ERR-18: an internal error after authorize was accepted is pending, with the executor's code and its cause", async () => {
    const cause = new Error("gone");
    const { outcome } = await runPay({ pollUntilFinal: () => Promise.reject(cause) });
    assert(outcome.type === "pending", outcome.type);
    const { reason, error } = outcome;
    assertEquals([reason, error?.code, error?.cause], ["unconfirmed", "payrails:client:payment_executor.pay", cause]);
  });
});

describe("pay-button errors", () => {
  it("S-BUTTON-19: an expired API token fails with its sentence and reports the expired session, once", async () => {
    const { steps, outcome } = await runPay({ authorize: () => Promise.resolve(refusal(401)) });
    assertEquals(outcome.type === "failed" && [outcome.code, outcome.message], [
      "AUTHENTICATION_ERROR",
      "API token is not valid or expired.",
    ]);
    assertEquals(steps.filter((name) => name === "renew").length, 1);
  });

  it("S-BUTTON-19: a session that expired while composing is renewed once, and the payment goes on", async () => {
    const expired = fromResponse({ method: "POST", url: "/session", status: 401 });
    let composed = 0;
    const amount = { value: "1.00", currency: "USD" };
    const item = { paymentMethodCode: "applePay", integrationType: "api", amount } as const;
    const compose = () => composed++ === 0 ? Promise.reject(expired) : Promise.resolve(item);
    let renewed = 0;
    const { outcome } = await runPay({ compose, renewSession: () => Promise.resolve(++renewed > 0) });
    assertEquals([outcome.type, composed, renewed], ["success", 2, 1]);
  });

  it("S-BUTTON-19: a session that expired while composing and is not renewed fails with the sentence of the API token", async () => {
    for (const status of [401, 403]) {
      const expired = fromResponse({ method: "POST", url: "/session", status });
      const { outcome, reported } = await runPay({ compose: () => Promise.reject(expired) });
      assert(outcome.type === "failed", outcome.type);
      assertEquals([outcome.code, outcome.message, outcome.error?.code, outcome.error?.cause], [
        "AUTHENTICATION_ERROR",
        "API token is not valid or expired.",
        "payrails:api:request_authentication",
        expired,
      ]);
      assertEquals(reported.length, 1);
    }
  });

  it("S-BUTTON-20: an answer with Invalid token fails with the vault's sentence and ends the session", async () => {
    const { steps, outcome } = await runPay({
      authorize: () => Promise.resolve(refusal(400, '{"e":"Invalid token"}')),
    });
    assertEquals(outcome.type === "failed" && [outcome.code, outcome.message], [
      "AUTHENTICATION_ERROR",
      "Vault token is not valid or expired.",
    ]);
    assertEquals(steps.filter((name) => name === "renew").length, 1);
  });

  it("S-BUTTON-18, S-BUTTON-21: every other error is an unknown API error under AUTHENTICATION_ERROR", async () => {
    for (
      const over of [
        { authorize: () => Promise.resolve(refusal(422)) },
        { authorize: () => Promise.resolve(refusal(429)) },
        { authorize: () => Promise.resolve(refusal(418, answer("of-the-future"))) },
        { authorize: () => Promise.resolve(refusal(422, answer("constructor"))) },
        { compose: () => Promise.reject(fromResponse({ method: "POST", url: "/session", status: 500 })) },
      ]
    ) {
      const { steps, outcome } = await runPay(over);
      assertEquals(outcome.type === "failed" && [outcome.code, outcome.message], [
        "AUTHENTICATION_ERROR",
        "Unknown API error",
      ]);
      assertEquals(steps.includes("renew"), false);
    }
  });

  const answer = (code: string) => JSON.stringify({ errors: [{ id: "1", code, detail: "No.", docUrl: "/e" }] });
  const NAMED: readonly (readonly [status: number, server: string, code: string])[] = [
    [422, "amount-invalid", "VALIDATION_FAILED"],
    [422, "amount-mismatch", "VALIDATION_FAILED"],
    [422, "card-invalid", "VALIDATION_FAILED"],
    [422, "composition-invalid", "VALIDATION_FAILED"],
    [422, "record-invalid", "VALIDATION_FAILED"],
    [400, "request-invalid", "VALIDATION_FAILED"],
    [413, "request-too-large", "VALIDATION_FAILED"],
    [400, "seal-invalid", "VALIDATION_FAILED"],
    [409, "seal-used", "VALIDATION_FAILED"],
    [409, "attempts-exhausted", "AUTHORIZATION_ERROR"],
    [409, "execution-closed", "AUTHORIZATION_ERROR"],
    [429, "too-many-declines", "AUTHORIZATION_ERROR"],
  ];
  for (const [status, server, code] of NAMED) {
    it(`a refusal that the provider names ${server} is ${code}, with the provider's words`, async () => {
      const { outcome } = await runPay({ authorize: () => Promise.resolve(refusal(status, answer(server))) });
      assert(outcome.type === "failed");
      assertEquals([outcome.code, outcome.message, outcome.error?.code, outcome.decline], [
        code,
        server,
        "payrails:api:refused",
        undefined,
      ]);
      const serverError = { status, code: server, detail: "No.", docUrl: "/e" };
      assertEquals([outcome.serverError, outcome.error?.serverError], [serverError, serverError]);
    });
  }

  it("the provider's code and detail reach the failure of an expired token and of an unknown refusal, too", async () => {
    for (
      const [status, message] of [[403, "API token is not valid or expired."], [418, "Unknown API error"]] as const
    ) {
      const { outcome } = await runPay({ authorize: () => Promise.resolve(refusal(status, answer("tea"))) });
      assert(outcome.type === "failed");
      const serverError = { status, code: "tea", detail: "No.", docUrl: "/e" };
      assertEquals([outcome.message, outcome.serverError, outcome.error?.serverError], [
        message,
        serverError,
        serverError,
      ]);
    }
  });

  it("S-BUTTON-23: what fails in the page before anything was sent is UNKNOWN_ERROR with its own code, not the provider's fault", async () => {
    const unknown = [
      [new SdkError("card_form:sealing_failed"), "payrails:card_form:sealing_failed"],
      [new SdkError("card_form:client_connection"), "payrails:card_form:client_connection"],
      [new TypeError("the sheet broke"), "payrails:client:unknown"],
    ] as const;
    for (const [cause, code] of unknown) {
      const { outcome, steps } = await runPay({ compose: () => Promise.reject(cause) });
      assert(outcome.type === "failed");
      assertEquals([outcome.code, outcome.error?.code, outcome.message], [
        "UNKNOWN_ERROR",
        code,
        outcome.error?.message,
      ]);
      assertEquals([outcome.serverError, steps.includes("authorize")], [undefined, false]);
    }
  });

  it("S-BUTTON-18, S-BUTTON-23: an error of the page has its code also when the words of failures did not load", async () => {
    const coded = [
      [new TypeError("the sheet broke"), "UNKNOWN_ERROR"],
      [new SdkError("card_form:sealing_failed"), "UNKNOWN_ERROR"],
      [new SdkError("client:card_form_missing"), "AUTHENTICATION_ERROR"],
      [paymentError("client:workflow_execution_not_found"), "AUTHENTICATION_ERROR"],
      [new SdkError("card_form:element_not_mounted", { params: { element: "CARD_NUMBER" } }), "AUTHENTICATION_ERROR"],
      [new SdkError("card_form:complete_and_valid_inputs_required"), "VALIDATION_FAILED"],
      [new SdkError("api:unknown"), "AUTHENTICATION_ERROR"],
    ] as const;
    for (const [cause, code] of coded) {
      const { outcome } = await runPay({
        compose: () => Promise.reject(cause),
        explain: (unexplained) => Promise.resolve(unexplained),
      });
      assertEquals(outcome.type === "failed" && outcome.code, code);
    }
  });

  it("a field that becomes invalid before the card is sealed is VALIDATION_FAILED", async () => {
    const cause = new SdkError("card_form:complete_and_valid_inputs_required");
    const { outcome } = await runPay({ compose: () => Promise.reject(cause) });
    assertEquals(outcome.type === "failed" && [outcome.code, outcome.error], ["VALIDATION_FAILED", cause]);
  });

  const forgotten = [
    new SdkError("client:card_form_missing"),
    new SdkError("card_form:element_not_mounted", { params: { element: "CARD_NUMBER" } }),
  ];
  for (const error of forgotten) {
    it(`S-BUTTON-22: a card form that was not created or not mounted is reported as such: ${error.key}`, async () => {
      const { outcome } = await runPay({ validate: () => Promise.reject(error) });
      assertEquals(outcome.type === "failed" && [outcome.error, outcome.message, outcome.code], [
        error,
        error.message,
        "AUTHENTICATION_ERROR",
      ]);
    });
  }

  it("S-BUTTON-15: a callback that stops the payment fails it with VALIDATION_FAILED, and nothing is sent", async () => {
    const params = { callback: "onPaymentButtonClicked", outcome: "resolved to false" };
    const error = new SdkError("client:callback_failed", { params });
    const { message } = error;
    for (const [gate, before] of [["clicked", []], ["request", ["compose"]]] as const) {
      const askMerchant = (asked: string) => Promise.resolve(asked === gate ? error : undefined);
      const { steps, outcome } = await runPay({ askMerchant });
      assertEquals(outcome, { type: "failed", code: "VALIDATION_FAILED", message, error });
      assertEquals(steps, ["validate", ...before, "report"]);
    }
  });

  it("a session that expires before authorize is renewed, and the card is sealed again and sent once more", async () => {
    let sends = 0;
    const { steps, outcome } = await runPay({
      authorize: () => Promise.resolve<AuthorizeAnswer>(++sends === 1 ? refusal(401) : { type: "accepted" }),
      renewSession: () => Promise.resolve(true),
    });
    assertEquals([sends, outcome.type], [2, "success"]);
    assertEquals(steps, ["validate", "clicked", "compose", "request", "compose", "poll", "report"]);
  });

  it("a renewed session that is refused as well ends the payment after two sends", async () => {
    let sends = 0;
    const { outcome } = await runPay({
      authorize: () => (sends++, Promise.resolve(refusal(403))),
      renewSession: () => Promise.resolve(true),
    });
    assertEquals([sends, outcome.type], [2, "failed"]);
  });
});

describe("a payment that waits for the shopper", () => {
  it("waits at the method's page or confirmation; 3-D Secure comes before both; an unknown step is unconfirmed", () => {
    const [page, confirm] = ["https://pay.test/page", { method: "POST", href: "https://pay.test/confirm" }];
    const [bank, code] = ["https://bank.test/c", "payrails:client:payment_executor.pay"];
    const rows = [
      [{ actionRequired: "redirect", links: { redirect: page } }, "processing"],
      [{ actionRequired: "confirm", links: { confirm } }, "processing"],
      [{ actionRequired: "redirect", links: {}, response: { links: { redirect: page } } }, "processing"],
      [{ actionRequired: "confirm", links: {}, response: { links: { confirm } } }, "processing"],
      [{ actionRequired: "3ds", links: { "3ds": bank, redirect: page, confirm } }, bank],
      [{ actionRequired: "3ds", links: { redirect: page } }, code],
      [{ actionRequired: "fingerprint", links: { "3ds": bank } }, code],
    ] as const;
    for (const [extra, expected] of rows) {
      const outcome = interpret(polled("authorizePending", extra));
      const told = outcome.type === "challenge"
        ? outcome.link
        : outcome.type === "pending" && (outcome.error?.code ?? outcome.reason);
      assertEquals(told, expected, JSON.stringify(extra));
    }
  });
});

describe("another attempt that waits for the shopper", () => {
  const attempt = (code: string, extra: object) =>
    runPay({
      authorize: () => Promise.resolve<AuthorizeAnswer>({ type: "accepted", isOtherAttempt: true }),
      pollUntilFinal: () => Promise.resolve(polled(code, extra)),
    });
  it("is pending with what the shopper left open, never failed", async () => {
    const rows = [
      [{ links: { redirect: "https://pay.test/page" } }, "page_closed"],
      [{ actionRequired: "confirm", links: { confirm: { href: "https://pay.test/confirm" } } }, "page_closed"],
      [{ actionRequired: "later", links: { giveUp: { href: "https://pay.test/give-up" } } }, "page_closed"],
      [{ actionRequired: "3ds", links: { "3ds": "https://bank.test/c" } }, "challenge_closed"],
      [{}, "processing"],
    ] as const;
    for (const [extra, reason] of rows) {
      const { outcome, steps } = await attempt("authorizePending", extra);
      assertEquals(outcome.type === "pending" && [outcome.reason, outcome.error], [reason, undefined]);
      assertEquals(steps.includes("challenge"), false);
    }
  });
  it("has the provider's outcome once there is one", async () => {
    const waiting = { links: { redirect: "https://pay.test/page" } };
    assertEquals((await attempt("authorizeSuccessful", waiting)).outcome.type, "success");
    assertEquals((await attempt("authorizeFailed", waiting)).outcome.type, "failed");
  });
});

describe("a page or challenge that is opened again", () => {
  const reopen = (left: ExecutionResponse, over: Partial<PayPorts> = {}) => {
    const seen: unknown[] = [];
    const ports = {
      pollUntilFinal: (_sent: unknown, options?: object) => {
        seen.push(options);
        return Promise.resolve(polled("authorizeSuccessful"));
      },
      isChallengeLink: () => true,
      openChallenge: (
        link: string,
      ) => (seen.push(link), { end: Promise.resolve("completed" as const), close: () => {} }),
      explain: (result: Outcome) => Promise.resolve(result),
      report: (result: Outcome) => void seen.push(result.type),
      ...over,
    };
    return follow(ports, { type: "accepted" }, left).then(() => seen);
  };
  const status = [{ code: "authorizeRequested", time: "1" }, { code: "authorizePending", time: "2" }];
  it("shows the same challenge without asking first, and counts only what is newer", async () => {
    const left = execution({ status, actionRequired: "3ds", links: { "3ds": "https://bank.test/c" } });
    assertEquals(await reopen(left), ["https://bank.test/c", { baseline: "2", isShort: false }, "success"]);
  });
  it("goes to the same page again, and reports the outcome", async () => {
    const left = execution({ status, links: { redirect: "https://pay.test/page" } });
    const visited: unknown[] = [];
    const continueAction = (waiting: ExecutionResponse) => {
      visited.push(waiting.links.redirect);
      return Promise.resolve<Outcome>({ type: "pending", reason: "page_closed" });
    };
    assertEquals([await reopen(left, { continueAction }), visited], [["pending"], ["https://pay.test/page"]]);
  });
});

describe("3-D Secure challenge", () => {
  const run = (after: FinalExecution, end: "completed" | "closed" = "completed") => {
    const results = [CHALLENGE, after];
    const steps: string[] = [];
    return runPay({
      pollUntilFinal: () => Promise.resolve(results.shift() ?? after),
      openChallenge: () => ({ end: Promise.resolve(end), close: () => void steps.push("close") }),
    }).then((story) => ({ ...story, steps }));
  };

  it("S-3DS-13: polls the execution again when the challenge reports its end", async () => {
    let polls = 0;
    const results = [CHALLENGE, polled("authorizeSuccessful")];
    const { steps } = await runPay({ pollUntilFinal: () => (polls++, Promise.resolve(results.shift() ?? CHALLENGE)) });
    assertEquals(polls, 2);
    assertEquals(steps.slice(-3), ["challenge", "close", "report"]);
  });

  it("S-3DS-14: after the challenge, success is success and pending is pending", async () => {
    assertEquals((await run(polled("authorizeSuccessful"))).outcome.type, "success");
    assertEquals((await run(polled("authorizePending"))).outcome.type, "pending");
  });

  it("after the challenge, a decline names the issuer's result and the next step", async () => {
    const errors = [{ reason: { result: "LimitExceeded" } }];
    const { outcome } = await run(polled("authorizeFailed", {}, errors));
    assert(outcome.type === "failed");
    assertEquals([outcome.result, outcome.decline?.reason, outcome.decline?.nextStep], [
      "LimitExceeded",
      "limit_reached",
      "call_bank",
    ]);
  });

  it("S-3DS-15: after the challenge, any other result fails with its own sentence", async () => {
    const { outcome } = await run(polled("authorizeFailed"));
    assertEquals(outcome.type === "failed" && [outcome.code, outcome.message], [
      "AUTHORIZATION_ERROR",
      "Authorization failed after 3DS challenge.",
    ]);
  });

  it("S-3DS-16: closes the popup after every result", async () => {
    for (const code of ["authorizeSuccessful", "authorizePending", "authorizeFailed"]) {
      assertEquals((await run(polled(code))).steps, ["close"], code);
    }
  });

  it("a challenge that the shopper closed is pending unless the issuer knows the result, and no second one opens", async () => {
    assertEquals((await run({ type: "unauthorized" }, "closed")).outcome, {
      type: "pending",
      reason: "challenge_closed",
    });
    assertEquals((await run(polled("authorizeFailed"), "closed")).outcome.type, "failed");
    assertEquals((await run(CHALLENGE)).outcome.type, "pending");
  });

  it("S-3DS-12, SECURITY R3: a challenge at an address that is not allowed opens nothing, and the payment is pending as the provider says", async () => {
    const link = "javascript:alert(1)";
    const bad = polled("authorizePending", { actionRequired: "3ds", links: { "3ds": link } });
    const { steps, outcome } = await runPay({ pollUntilFinal: () => Promise.resolve(bad) });
    assert(outcome.type === "pending", outcome.type);
    assertEquals([outcome.reason, outcome.error?.code, outcome.execution?.actionRequired], [
      "unconfirmed",
      "payrails:client:payment_executor.3ds",
      "3ds",
    ]);
    assertEquals(steps.includes("challenge"), false);
  });
});

describe("sending authorize", () => {
  const ok: Answer = { type: "ok", body: { links: { execution: SELF } } };
  const lost: Answer = { type: "unanswered", cause: new TypeError("network") };
  const refused = (status: number): Answer => ({
    type: "refused",
    status,
    text: "",
    error: fromResponse({ method: "POST", url: "/a", status }),
  });

  async function run(...answers: Answer[]): Promise<{ sends: number; result: string }> {
    let sends = 0;
    const sent = await sendAuthorize({
      send: () => Promise.resolve(answers[Math.min(sends++, answers.length - 1)] ?? lost),
      wait: () => Promise.resolve(),
    });
    return {
      sends,
      result: sent.type === "accepted"
        ? `accepted ${sent.isOtherAttempt === true ? "another" : sent.executionUrl ?? ""}`
        : ["refused", sent.status, sent.error.serverError?.code].filter((part) => part !== undefined).join(" "),
    };
  }

  it("S-AUTHZ-06: links.execution is read from the answer", async () => {
    assertEquals(await run(ok), { sends: 1, result: `accepted ${SELF}` });
  });
  it("sends an unanswered authorize at most twice more, and then treats it as accepted", async () => {
    assertEquals(await run(lost, ok), { sends: 2, result: `accepted ${SELF}` });
    assertEquals(await run(lost), { sends: 3, result: "accepted " });
    assertEquals(await run(refused(503)), { sends: 3, result: "accepted " });
    assertEquals(await run(refused(408)), { sends: 3, result: "accepted " });
  });
  it("does not repeat a clear refusal", async () => {
    assertEquals(await run(refused(422)), { sends: 1, result: "refused 422" });
    assertEquals(await run(refused(401)), { sends: 1, result: "refused 401" });
  });
  const conflict = (code: string): Answer => {
    const text = JSON.stringify({ errors: [{ id: "1", code, detail: "No." }] });
    return {
      type: "refused",
      status: 409,
      text,
      error: fromResponse({ method: "POST", url: "/a", status: 409, text }),
    };
  };
  it("SECURITY R7: follows another attempt that is under way or has paid, and does not repeat; even after a 409 without a code", async () => {
    for (const code of ["execution-busy", "execution-paid", "execution-waiting", undefined]) {
      const answer = code === undefined ? refused(409) : conflict(code);
      assertEquals(await run(answer), { sends: 1, result: "accepted another" });
    }
  });
  it("SECURITY R6: repeats with the same key while the first request with it still runs, then follows", async () => {
    assertEquals(await run(conflict("key-in-flight"), ok), { sends: 2, result: `accepted ${SELF}` });
    assertEquals(await run(conflict("key-in-flight")), { sends: 3, result: "accepted " });
  });
  it("every other 409 is a refusal with the provider's code", async () => {
    for (const code of ["execution-closed", "attempts-exhausted", "seal-used", "of the future"]) {
      assertEquals(await run(conflict(code)), { sends: 1, result: `refused 409 ${code}` });
    }
  });
});

describe("pay-button sentences", () => {
  it("include their code and where to read more", () => {
    const error = paymentError("api:request_authentication");
    assertMatch(error.docUrl, /^https?:\/\/[^/]+\/checkout\/errors\/payrails/);
  });
});
