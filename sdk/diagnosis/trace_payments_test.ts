/** The steps of a payment in the console of a page with `logLevel: "debug"`. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { forwardLog } from "../log/log.ts";
import { printSteps, type StepLog, traced } from "./trace_payments.ts";

const SECRET = "4242424242424242";

/** A log that keeps its lines, without the payment's number. */
function open() {
  const lines: string[] = [];
  const log: StepLog = { forwardLog, trace: (text) => lines.push(text.replace(/^payment \d+: /, "")) };
  return { lines, log };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the steps of a payment", () => {
  const steps:
    readonly (readonly [port: string, args: readonly unknown[], answer: unknown, lines: readonly string[]])[] = [
      ["validate", [SECRET], true, ["check the card", "check the card: yes"]],
      ["validate", [], false, ["check the card", "check the card: no"]],
      ["askMerchant", ["clicked", SECRET], undefined, [
        "ask the page's callbacks about the click",
        "ask the page's callbacks about the click: done",
      ]],
      ["askMerchant", ["request"], new Error("Callback refused"), [
        "ask the page's callbacks about the request",
        "ask the page's callbacks about the request: Callback refused",
      ]],
      ["compose", [], { paymentMethodCode: "card", data: SECRET }, [
        "put the payment together",
        "put the payment together: card",
      ]],
      ["authorize", [{ card: SECRET }], { type: "ok", body: SECRET }, ["send authorize", "send authorize: ok"]],
      ["renewSession", [], undefined, ["ask the page for a new session", "ask the page for a new session: done"]],
      ["pollUntilFinal", [], { type: "final", status: { code: "authorizeFailed" } }, [
        "ask for the result",
        "ask for the result: final authorizeFailed",
      ]],
      ["openChallenge", [SECRET], { status: "closed" }, [
        "open the 3-D Secure challenge",
        "open the 3-D Secure challenge: done closed",
      ]],
      ["continueAction", [], {}, [
        "send the shopper to the payment page",
        "send the shopper to the payment page: done",
      ]],
      ["report", [{ type: "success", execution: SECRET }], undefined, [
        "tell the page of the outcome success",
        "tell the page of the outcome success: done",
      ]],
    ];
  for (const [port, args, answer, expected] of steps) {
    it(`"${expected.at(-1)}" is logged without card data`, async () => {
      const { lines, log } = open();
      const ports = { [port]: (...seen: readonly unknown[]) => Promise.resolve([seen, answer]).then(() => answer) };
      assertEquals(await traced(ports, log)[port]?.(...args), answer);
      await settled();
      assertEquals(lines, expected);
    });
  }

  it("keep their arguments and their ports, including those that are not steps; what answers at once has one line", () => {
    const { lines, log } = open();
    const ports = {
      factor: 2,
      cardType: () => "visa",
      report(this: { readonly factor: number }, { type }: { readonly type: string }) {
        return `${type} ${this.factor}`;
      },
    };
    const logged = traced(ports, log);
    assertEquals([logged.factor, logged.cardType()], [2, "visa"]);
    assertEquals([logged.report({ type: "failed" }), lines], ["failed 2", ["tell the page of the outcome failed"]]);
  });

  it("that reject are logged with the error, and each payment has a number of its own", async () => {
    const lines: string[] = [];
    const log: StepLog = { forwardLog, trace: (text) => lines.push(text) };
    for (let times = 0; times < 2; times++) {
      const ports = traced({ authorize: () => Promise.reject(new Error("offline")) }, log);
      await ports.authorize().catch(() => undefined);
    }
    await settled();
    const numbers = lines.map((line) => Number(/^payment (\d+): /.exec(line)?.[1]));
    const [first = 0] = numbers;
    assertEquals(numbers, [first, first, first + 1, first + 1]);
    assertEquals(lines[1], `payment ${first}: send authorize: Error: offline`);
  });

  it("are printed where consoles show them until the client ends; errors and warnings are there already", () => {
    const printed: unknown[] = [];
    const heard: ((event: { readonly event: string; readonly text: string }) => void)[] = [];
    let stopped = 0;
    const { info } = console;
    console.info = (text) => printed.push(text);
    const end = new AbortController();
    try {
      const log: StepLog = {
        trace: () => {},
        forwardLog: (bus, level) => {
          assertEquals(level, "DEBUG");
          heard.push(bus);
          return () => stopped += 1;
        },
      };
      printSteps(log, end.signal);
      for (const event of ["debug", "info", "warn", "error"]) heard[0]?.({ event, text: event });
    } finally {
      console.info = info;
    }
    assertEquals([printed, stopped], [["payrails: debug", "payrails: info"], 0]);
    end.abort();
    assertEquals(stopped, 1);
  });
});
