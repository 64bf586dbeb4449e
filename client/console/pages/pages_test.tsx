/** Pages of the console: what they show, what a role opens, and the ways between them. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { heldCall, show } from "../../../tests/support/app/component.ts";
import type { TimelineEntry } from "../../../server/wire/admin/timeline.ts";
import { NetworkError } from "../../api/http.ts";
import type { Figures } from "../../../server/wire/admin/money.ts";
import type { Calls, Searched } from "../api/calls.ts";
import { fakeServer } from "../testing/fake_calls.ts";
import { AUDIT } from "../testing/samples/staff.ts";
import { CUSTOMER, SEARCHED } from "../testing/samples/customer.ts";
import { DIFFERENCES, DISPUTES, FIGURES } from "../testing/samples/money.ts";
import { SESSION } from "../testing/samples/session.ts";
import { TIMELINE } from "../testing/samples/timeline.ts";
import { consoleAt } from "../testing/show_console.tsx";
import { until } from "../testing/until.ts";
import { forgetSearch } from "../session/search_store.ts";

async function open(at: string, own: Partial<Calls> = {}) {
  forgetSearch();
  const server = fakeServer(own);
  const shown = await show(consoleAt(server, { at }));
  await shown.settle();
  const title = () => shown.all("h1").map((each) => each.textContent).join();
  return { ...server, shown, title };
}
const search = async (shown: Awaited<ReturnType<typeof show>>, query: string) => {
  await shown.type("search", query);
  await shown.submit(shown.all("form[role=search]")[0] ?? "none");
};

describe("the search", () => {
  it("says what can be searched, finds, and leads to customer and timeline", async () => {
    const { shown, made, title } = await open("/");
    assertStringIncludes(shown.text(), "the last four digits");
    await search(shown, " ada@mail.example ");
    assertEquals(made.at(-1), 'search "ada@mail.example"');
    assertStringIncludes(shown.text(), "1 result for an email address");
    assertEquals(shown.at("open-timeline").getAttribute("href"), "/purchases/sub_1");
    await shown.press("open-customer");
    assertEquals(title(), "a•••@mail.example");
    await shown.close();
  });

  it("is kept for the way back, without another request", async () => {
    const { shown, made } = await open("/");
    await search(shown, "ada@mail.example");
    await shown.press("open-customer");
    const [crumb] = shown.all(".crumbs a");
    await shown.press(crumb ?? "none");
    assertEquals([shown.has("open-customer"), made.filter((line) => line.startsWith("search")).length], [true, 1]);
    await shown.close();
  });

  it("is one key away, unless the operator is typing or the page has gone", async () => {
    const { shown } = await open("/");
    const selected: string[] = [];
    Object.assign(shown.at("search"), { select: () => selected.push("search") });
    const KeyboardEvent = Reflect.get(window, "KeyboardEvent");
    const press = (key: string, target: EventTarget = document.body) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      target.dispatchEvent(event);
      return [event.defaultPrevented, selected.splice(0).length];
    };
    assertEquals([press("/"), press("s")], [[true, 1], [false, 0]]);
    assertEquals(press("/", shown.at("search") as unknown as EventTarget), [false, 0]);
    const dialog = document.body.appendChild(document.createElement("dialog"));
    assertEquals(press("/", dialog.appendChild(document.createElement("p"))), [false, 0]);
    dialog.remove();
    await shown.close();
    assertEquals(press("/"), [false, 0]);
  });

  it("two letters are not a query", async () => {
    const { shown, made } = await open("/");
    await search(shown, "ad ");
    assertEquals(made.filter((line) => line.startsWith("search")), []);
    await shown.close();
  });

  it("a later search wins over an earlier one that answers last", async () => {
    const held: Record<string, ReturnType<typeof heldCall<Searched>>> = { one1: heldCall(), two2: heldCall() };
    const { shown } = await open("/", { search: (query) => held[query]?.promise ?? Promise.reject(new Error(query)) });
    await search(shown, "one1");
    await search(shown, "two2");
    held["two2"]?.answer({ ...SEARCHED, results: [], read_as: "reference" });
    await shown.settle();
    held["one1"]?.answer(SEARCHED);
    await shown.settle();
    assertEquals([shown.has("open-customer"), shown.text().includes("Nothing found")], [false, true]);
    await shown.close();
  });

  it("nothing found says how the query was read and what to do", async () => {
    const cases = [
      ["request_id", "Look for it in the server's log"],
      ["last_four", "Ask for the email or the receipt number"],
      ["card_number", "Enter the last four digits only, or a phone number with its +"],
      ["email", "Check it for typing errors"],
    ] as const;
    for (const [read_as, advice] of cases) {
      const { shown } = await open("/", { search: () => Promise.resolve({ ...SEARCHED, results: [], read_as }) });
      await search(shown, "query");
      assertStringIncludes(shown.text(), advice);
      await shown.close();
    }
  });

  it("O-CONSOLE-42: a whole card number does not leave the page", async () => {
    const { shown, made } = await open("/");
    for (const number of ["4242 4242 4242 4242", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "“4242–4242–4242–4242,” 12/30"]) {
      await search(shown, number);
      assertStringIncludes(shown.text(), "We don't look it up or store it. Enter the last four digits only, or a");
    }
    assertEquals(made.filter((line) => line.startsWith("search")), []);
    await search(shown, "+49 1511 234 5678");
    assertEquals(made.filter((line) => line.startsWith("search")), ['search "+49 1511 234 5678"']);
    await shown.close();
  });

  it("more than twenty are said, and the payment of another merchant opens by itself", async () => {
    const [row] = SEARCHED.results;
    const execution = row === undefined ? [] : [{
      ...row,
      kind: "execution" as const,
      id: "exec_9",
      email: { masked: "", reveal: null },
      purchase_id: null,
      status: "authorizeSuccessful",
    }];
    const { shown } = await open("/", {
      search: () => Promise.resolve({ ...SEARCHED, results: execution, more: true, read_as: "reference" }),
    });
    await search(shown, "exec_9");
    assertStringIncludes(shown.text(), "There are more");
    assertEquals([shown.at("open-execution").getAttribute("href"), shown.has("open-timeline")], [
      "/executions/exec_9",
      false,
    ]);
    await shown.close();
  });

  it("a lost network is reported in a sentence, and the retry searches for the same", async () => {
    let fails = true;
    const { shown, made } = await open("/", {
      search: () => fails ? Promise.reject(new NetworkError("down")) : Promise.resolve(SEARCHED),
    });
    await search(shown, "ada@mail.example");
    assertStringIncludes(shown.at("failure").textContent ?? "", "We couldn't reach the server.");
    fails = false;
    await shown.press("again");
    assertEquals(shown.has("open-customer"), true);
    assertEquals(new Set(made.filter((line) => line.startsWith("search"))).size, 1);
    await shown.close();
  });
});

describe("a customer", () => {
  it("shows plans, charges, cards, look-ups and emails, masked, with the acts that the state allows", async () => {
    const { shown } = await open("/customers/acc-ada");
    const text = shown.text();
    assertStringIncludes(shown.at("purchase").textContent ?? "", "First charge");
    assertStringIncludes(text, "Days and times are in UTC.");
    for (
      const part of ["English", "Visa •••• 4242, Mastercard •••• 4444", "12 , last Nov 20, 2026", "Renewal failed"]
    ) {
      assertStringIncludes(text, part);
    }
    assertEquals(shown.all("[data-testid=act-refund]").map((button) => button.getAttribute("aria-label")), [
      "Refund: $19.99, charge_2",
      "Refund: $1.00, charge_1",
    ]);
    assertEquals(
      ["act-cancel", "act-pause", "act-resume", "act-export", "act-erase"].filter((act) => shown.has(act)),
      ["act-cancel", "act-pause", "act-export", "act-erase"],
    );
    await shown.close();
  });

  it("of a plan without a next charge it says why: it doesn't renew, or a declined charge waits", async () => {
    for (
      const [status, says] of [["cancelled", "it doesn't renew"], ["past_due", "the declined one waits"]] as const
    ) {
      const [purchase] = CUSTOMER.purchases;
      if (purchase === undefined) throw new Error("The sample has no purchase");
      const purchases = [{ ...purchase, status, next_charge: null }];
      const { shown } = await open("/customers/x", { customer: () => Promise.resolve({ ...CUSTOMER, purchases }) });
      assertStringIncludes(shown.at("purchase").textContent ?? "", `Next chargeNone: ${says}`);
      await shown.close();
    }
  });

  it("says so when the person was erased, and when there are no purchases", async () => {
    const { shown } = await open("/customers/x", {
      customer: () =>
        Promise.resolve({ ...CUSTOMER, erased: true, purchases: [], emails: [], account: null, possible: [] }),
    });
    for (const part of ["This person was erased.", "No purchases", "No emails", "Never signed in"]) {
      assertStringIncludes(shown.text(), part);
    }
    assertEquals(shown.has("act-erase"), false);
    await shown.close();
  });

  it("says which data the console cannot see", async () => {
    const { shown } = await open("/customers/x", {
      customer: () => Promise.resolve({ ...CUSTOMER, unseen: ["identity", "members"] }),
    });
    assertEquals(
      shown.at("unseen").textContent,
      "This console can't see accounts and watched numbers and look-ups: a service on another server holds them.",
    );
    await shown.close();
  });
});

describe("a timeline", () => {
  it("of an account is a step from the customer, and says how they signed in", async () => {
    const customer = await open("/customers/acc-ada");
    assertEquals(customer.shown.at("open-account").getAttribute("href"), "/customers/acc-ada/timeline");
    await customer.shown.close();
    const [first] = TIMELINE.entries;
    const signedIn: TimelineEntry[] = first === undefined ? [] : [{
      ...first,
      id: "sign-in:google.com:1",
      kind: "account",
      name: "sign_in",
      amount: null,
      facts: [{ name: "provider", value: "google.com" }],
    }];
    const asked: string[] = [];
    const { shown } = await open("/customers/acc-ada/timeline", {
      timeline: (of, id) => {
        asked.push(`${of} ${id}`);
        return Promise.resolve({ ...TIMELINE, purchase: null, failed_renewal: null, entries: signedIn });
      },
    });
    assertEquals(asked, ["customers acc-ada"]);
    for (const part of ["Account", "Signed in"]) assertStringIncludes(shown.text(), part);
    await shown.close();
  });

  it("says why the renewal failed, and offers what can be done about each entry", async () => {
    const { shown } = await open("/purchases/sub_1");
    assertEquals(
      shown.at("failed-renewal").textContent,
      'The last renewal failedThe bank declined it on Nov 24, 2026, 10:00:00 UTC, with the reason "insufficient balance". ' +
        "That was decline 2 of this charge. The next try is on Nov 25, 2026, 10:00:00 UTC.",
    );
    const offered = (kind: string) => shown.all(`[data-kind=${kind}] .acts button`).map((each) => each.textContent);
    assertEquals([offered("webhook"), offered("dispute"), offered("email")], [["Replay"], ["Answer"], []]);
    assertEquals(offered("charge"), ["Refund"]);
    assertEquals(shown.at("open-customer").getAttribute("href"), "/customers/acc-ada");
    await shown.close();
  });

  it("also says so when a renewal has no reason and is not retried", async () => {
    const failed_renewal = { charge_id: "c", at: "2026-11-24T10:00:00.000Z", decline: "", declines: 1, retry_at: null };
    const { shown } = await open("/purchases/sub_1", {
      timeline: () => Promise.resolve({ ...TIMELINE, failed_renewal }),
    });
    for (const part of ["without a reason", "That was the first decline", "It won't be retried."]) {
      assertStringIncludes(shown.at("failed-renewal").textContent ?? "", part);
    }
    await shown.close();
  });

  it("another merchant's payment has neither customer nor plan", async () => {
    const { shown, title, made } = await open("/executions/exec_9", {
      timeline: () =>
        Promise.resolve({ ...TIMELINE, purchase: null, customer_id: null, failed_renewal: null, entries: [] }),
    });
    assertEquals([title(), made.at(-1), shown.has("open-customer")], [
      "Payment",
      'timeline "executions" "exec_9"',
      false,
    ]);
    assertStringIncludes(shown.text(), "Nothing recorded");
    await shown.close();
  });

  it("drafts the evidence of a dispute without naming the person", async () => {
    const { shown } = await open("/disputes/d1");
    await shown.press("act-answer_dispute");
    const draft = (shown.at("act-evidence") as unknown as { value: string }).value;
    assertStringIncludes(draft, "Nov 14, 2026, 09:59:50 UTC: Consent given, $1.00, text version 3");
    assertStringIncludes(draft, "3-D Secure challenge");
    assertEquals([draft.includes("•"), draft.includes("Webhook"), draft.includes("$19.99")], [false, false, false]);
    await shown.close();
  });

  it("the drafted evidence has the disputed charge and the consents, however long the timeline is", async () => {
    const [consent] = TIMELINE.entries;
    if (consent === undefined) throw new TypeError("no sample");
    const months = Array.from({ length: 58 }, (_, i) => new Date(Date.UTC(2022, i)).toISOString());
    const renewal: TimelineEntry = { ...consent, kind: "charge", name: "renewal", state: "ok", facts: [] };
    const renewals = months.map((at, i) => ({ ...renewal, id: `charge:${i}`, at, execution_id: `old_${i}` }));
    const disputed = {
      ...renewal,
      id: "charge:last",
      at: "2026-11-01T00:00:00.000Z",
      amount: { minor: 1999, currency: "USD" },
      execution_id: "exec_1",
    };
    const first = { ...consent, at: "2021-12-31T00:00:00.000Z", execution_id: null };
    const draftOf = async (entries: TimelineEntry[]) => {
      const { shown } = await open("/disputes/d1", { timeline: () => Promise.resolve({ ...TIMELINE, entries }) });
      await shown.press("act-answer_dispute");
      const draft = (shown.at("act-evidence") as unknown as { value: string }).value;
      await shown.close();
      return draft.split("\n");
    };
    const lines = await draftOf([first, ...renewals, disputed]);
    assertEquals([lines.length, lines[0], lines[1], lines.at(-2), lines.at(-1)], [
      41,
      "Dec 31, 2021, 00:00:00 UTC: Consent given, $1.00, text version 3",
      "Sep 1, 2023, 00:00:00 UTC: Renewal, $1.00",
      "Nov 1, 2026, 00:00:00 UTC: Renewal, $19.99",
      "Not listed: 20 other events.",
    ]);
    // A disputed charge that is not the newest is there, too.
    const early = await draftOf([first, { ...disputed, at: "2022-01-01T00:00:00.000Z" }, ...renewals]);
    assertEquals(early[1], "Jan 1, 2022, 00:00:00 UTC: Renewal, $19.99");
  });
});

describe("money", () => {
  it("disputes link to their pages, and an empty list says so", async () => {
    const { shown } = await open("/disputes");
    assertEquals(shown.all("[data-testid=open-dispute]").map((link) => link.getAttribute("href")), [
      "/disputes/d1",
      "/disputes/d0",
    ]);
    assertEquals([shown.text().includes("Chargeback"), shown.text().includes("Inquiry")], [true, true]);
    await shown.close();
    const empty = await open("/disputes", { disputes: () => Promise.resolve({ ...DISPUTES, disputes: [] }) });
    assertStringIncludes(empty.shown.text(), "No disputes");
    await empty.shown.close();
  });

  it("an unknown dispute says where to look", async () => {
    const { shown, made } = await open("/disputes/none");
    assertStringIncludes(shown.text(), "No such dispute");
    assertEquals(made.some((line) => line.startsWith("timeline")), false);
    await shown.close();
  });

  it("differences and stuck captures, voids and refunds are in tables, or the page says that all is well", async () => {
    const { shown } = await open("/differences");
    for (
      const row of [
        "Plans and payments Payment exec_9 Captured: €19.99 expected, €9.99 found",
        "Payments and acquirer Dispute dispute_4 Taken in a dispute: ¥2,500 expected, ¥0 found " +
        "Dispute fees: ¥0 expected, ¥1,500 found",
        "Payments and acquirer acq-key-7 Held: 0 minor units expected, 1,200 minor units found",
      ]
    ) assertStringIncludes(shown.text(), row);
    assertEquals(shown.all("table a").map((link) => link.getAttribute("href")).slice(0, 2), [
      "/executions/exec_9",
      "/disputes/dispute_4",
    ]);
    assertStringIncludes(shown.text(), "Refund $5.00 Refused Refund failed 4");
    await shown.close();
    const well = await open("/differences", {
      differences: () => Promise.resolve({ ...DIFFERENCES, differences: [], moves: [] }),
    });
    assertStringIncludes(well.shown.text(), "The books agree");
    assertStringIncludes(well.shown.text(), "Nothing is stuck");
    await well.shown.close();
  });

  it("a list that ends before its last row says so", async () => {
    const pages = [
      ["/disputes", "Only 2 disputes are shown: those that need an answer, then the newest. A search finds the others"],
      ["/differences", "Only the oldest 3 differences are shown. Others follow as these are settled."],
      ["/differences", "Only the oldest 1 are shown. Others follow as these complete."],
      ["/customers/acc-ada", "Only the newest 2 purchases are shown. An export has all of them."],
      ["/customers/acc-ada", "Only the newest 2 emails are shown. An export has all of them."],
      ["/purchases/sub_1", "Only the newest 1 emails are shown. An export has all of them."],
      ["/disputes/d1", "Only the newest 1 emails are shown. An export has all of them."],
    ] as const;
    for (const [path, sentence] of pages) {
      const whole = await open(path);
      assertEquals(whole.shown.has("more"), false, path);
      await whole.shown.close();
      const cut = await open(path, {
        disputes: () => Promise.resolve({ ...DISPUTES, more: true }),
        differences: () => Promise.resolve({ ...DIFFERENCES, more_differences: true, more_moves: true }),
        customer: () => Promise.resolve({ ...CUSTOMER, more_purchases: true, more_emails: true }),
        timeline: () => Promise.resolve({ ...TIMELINE, more_emails: true }),
      });
      await cut.shown.settle();
      assertStringIncludes(cut.shown.text(), sentence);
      await cut.shown.close();
    }
  });

  it("figures are requested by range, and summed above each chart", async () => {
    const { shown, made } = await open("/figures");
    await until(shown.settle, () => shown.text().includes("in 30 days"));
    const total = FIGURES.days.reduce(
      (sum, { revenue: [first] }) => sum + (first?.captured_minor ?? 0) - (first?.refunded_minor ?? 0),
      0,
    );
    const amount = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(total / 100);
    assertStringIncludes(shown.text(), `${amount} in 30 days`);
    assertStringIncludes(shown.text(), "Insufficient balance");
    assertStringIncludes(shown.text(), "purchase-error: Your bank declined the payment. 17");
    await shown.press("range-7");
    // Today is the server's date, whatever the browser's date is.
    assertEquals(made.filter((line) => line.startsWith("figures")), [
      'figures "2026-10-24" "2026-11-22"',
      'figures "2026-11-16" "2026-11-22"',
    ]);
    await shown.close();
  });

  it("the time left until a deadline is counted by the server's clock", async () => {
    const session = () => Promise.resolve({ ...SESSION, now: "2026-12-02T09:59:00.000Z" });
    const { shown } = await open("/disputes", { session });
    assertStringIncludes(shown.text(), "in 2 days");
    assertStringIncludes(shown.all("time")[0]?.getAttribute("title") ?? "", "in 2 days");
    await shown.close();
  });
});

describe("figures in several currencies", () => {
  it("are in one chart per currency, and no sum mixes two of them", async () => {
    const days = FIGURES.days.slice(0, 2).map((each) => ({
      ...each,
      revenue: [
        { currency: "USD", captured_minor: 1_000, refunded_minor: 250 },
        { currency: "JPY", captured_minor: 700, refunded_minor: 0 },
        { currency: "EUR", captured_minor: 99, refunded_minor: 0 },
      ],
    }));
    const { shown } = await open("/figures", { figures: () => Promise.resolve({ ...FIGURES, days }) });
    await until(shown.settle, () => shown.text().includes("in 2 days"));
    const drawn = shown.all(".chart__drawn").map((chart) => chart.getAttribute("aria-label"));
    assertEquals(drawn.slice(0, 3), [
      "Captured minus refunded: €1.98 in 2 days",
      "Captured minus refunded: ¥1,400 in 2 days",
      "Captured minus refunded: $15.00 in 2 days",
    ]);
    for (const title of ["Revenue in EUR", "Revenue in JPY", "Revenue in USD"]) {
      assertStringIncludes(shown.text(), title);
    }
    await shown.close();
  });

  it("say what was computed by hand: renewals, approvals, churn, declines and steps of two days", async () => {
    const [some] = FIGURES.days;
    if (some === undefined) throw new TypeError("no sample");
    const steps = FIGURES.funnel_steps;
    const days: Figures["days"] = [
      {
        ...some,
        renewals: { paid: 3, declined: 2, recovered: 1 },
        churn: { started: 3, cancelled: 1, ended_unpaid: 1, running: 10 },
        approval: { approved: 9, declined: 1 },
        declines: [{ reason: "InsufficientBalance", count: 2 }],
        funnel: steps.map((_, at) => 100 - at),
      },
      {
        ...some,
        renewals: { paid: 1, declined: 4, recovered: 0 },
        churn: { started: 0, cancelled: 1, ended_unpaid: 0, running: 9 },
        approval: { approved: 0, declined: 10 },
        declines: [{ reason: "BlockedInstrument", count: 5 }, { reason: "InsufficientBalance", count: 1 }],
        funnel: steps.map(() => 1),
      },
    ];
    const { shown } = await open("/figures", { figures: () => Promise.resolve({ ...FIGURES, days }) });
    await until(shown.settle, () => shown.text().includes("in 2 days"));
    const drawn = shown.all(".chart__drawn").map((chart) => chart.getAttribute("aria-label"));
    // Nine plans ran before the first day: 10 at its end, less 3 that started, plus 2 that ended.
    assertEquals(drawn.slice(1), [
      "Paid renewals: 4 paid, 6 declined, 1 recovered",
      "Approved authorizations: 45.0% of 20",
      "Plans that renew: 3 ended, 33.3% of 9",
    ]);
    const values = shown.all(".chart__table").map((table) =>
      [...table.querySelectorAll("tbody tr")].map((row) => row.lastElementChild?.textContent)
    );
    assertEquals(values.slice(1), [["3", "1"], ["90.0%", "0.0%"], ["10", "9"]]);
    const cells = (row: string) => shown.all(row).map((each) => [...each.children].map((cell) => cell.textContent));
    assertEquals(cells(".funnel thead tr"), [["Step", "Events", "% of first", "% of previous"]]);
    assertEquals(cells(".funnel tbody tr").map(([step, count]) => [step, count]), [
      ["Number checked", "100"],
      ["Questions answered", "99"],
      ["Scan finished", "98"],
      ["Details given", "96"],
      ["Plan chosen", "95"],
      ["Payment opened", "94"],
      ["Payment sent", "93"],
      ["Purchased", "92"],
    ]);
    const declines = shown.all("table").at(-1);
    assertEquals(
      declines?.textContent,
      "Declines by reason, most frequent firstReasonCountShareBlocked instrument562.5%Insufficient balance337.5%",
    );
    await shown.close();
  });
});

describe("staff", () => {
  it("the audit log loads older rows, and can be filtered", async () => {
    const [first, ...rest] = AUDIT.rows;
    const pages = [{ ...AUDIT, rows: first === undefined ? [] : [first], next: 3 }, { ...AUDIT, rows: rest }];
    const { shown, made } = await open("/audit", {
      audit: ({ before }) => Promise.resolve(pages[before === undefined ? 0 : 1] ?? AUDIT),
    });
    assertEquals([shown.all("tbody tr").length, shown.has("audit-more")], [1, true]);
    await shown.press("audit-more");
    assertEquals([shown.all("tbody tr").length, shown.has("audit-more")], [3, false]);
    await shown.type("audit-what", "refund");
    assertEquals(made.filter((line) => line.startsWith("audit")), [
      'audit {"act":""}',
      'audit {"act":"","before":3}',
      'audit {"act":"refund"}',
    ]);
    await shown.close();
  });

  it("the audit log shows amounts as money and codes as words, and leaves ids unchanged", async () => {
    const [row] = AUDIT.rows;
    const facts = [
      { name: "move", value: "refund" },
      { name: "minor", value: "500" },
      { name: "currency", value: "JPY" },
      { name: "read_as", value: "last_four" },
      { name: "operator", value: "op_24ee35" },
    ];
    const { shown } = await open("/audit", {
      audit: () => Promise.resolve({ ...AUDIT, rows: row === undefined ? [] : [{ ...row, facts }] }),
    });
    assertStringIncludes(shown.text(), "Amount: ¥500, Move: refund, Read as: last four, Operator: op_24ee35");
    await shown.close();
  });

  it("operators show who may sign in, and how one is added", async () => {
    const { shown } = await open("/operators");
    assertEquals(shown.all("tbody .chip").map((chip) => chip.textContent), ["Active", "Link not used yet", "Disabled"]);
    assertStringIncludes(shown.text(), "deno task operator add");
    await shown.close();
  });

  it("a role sees and opens only its own pages", async () => {
    const may = ["customers", "disputes"] as const;
    const own = { session: () => Promise.resolve({ ...SESSION, may: [...may] }) };
    const { shown } = await open("/", own);
    assertEquals(shown.all(".side a").map((link) => link.textContent), ["Customers", "Disputes"]);
    await shown.close();
    for (const at of ["/audit", "/operators", "/figures", "/differences", "/nowhere"]) {
      const closed = await open(at, own);
      assertEquals([closed.title(), closed.made], ["Not found", ["session"]]);
      await closed.shown.close();
    }
  });
});
