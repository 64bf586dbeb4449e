import { assertEquals } from "@std/assert";
import { afterEach, describe, it } from "@std/testing/bdd";
import type { Reporter } from "./error_report_options.ts";
import { reporter, reportError, type ReportPlace, startErrorReports, stopErrorReports } from "./error_reports.ts";

const PLACE: ReportPlace = {
  dsn: "https://key@errors.example/1",
  version: "5.25.3",
  builtAt: "2026-11-21T00:00:00Z",
  origin: "https://check.example",
  base: "/trustcheck",
  userAgent: "UA",
  protocol: "https:",
};

/** A reporter that records its calls and loads when the test tells it to. */
function slowReporter() {
  const reported: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const opened: Reporter = {
    report: (error, place) => void reported.push(place === undefined ? error : [error, place]),
    close: () => void reported.push("closed"),
    RouteTracing: () => null,
  };
  return { reported, arrive: resolve, load: () => promise.then(() => ({ openReporter: () => opened })) };
}

describe("error reports", () => {
  const written: unknown[] = [];
  const write = console.error;
  const quiet = () => {
    written.length = 0;
    console.error = (...words: unknown[]) => void written.push(...words);
  };
  afterEach(() => {
    stopErrorReports();
    console.error = write;
  });

  it("W-SENTRY-04: a caught error goes to the console and, with its component stack, to the reporter", async () => {
    quiet();
    const { reported, arrive, load } = slowReporter();
    arrive();
    await startErrorReports(PLACE, load);
    const place = { componentStack: "\n at Quiz" };
    reportError("plain");
    reportError("drawn", place);
    assertEquals(reported, ["plain", ["drawn", place]]);
    assertEquals(written, ["plain", "drawn"]);
  });

  it("W-SENTRY-04: errors during the reporter's load are reported once it runs", async () => {
    quiet();
    const { reported, arrive, load } = slowReporter();
    const started = startErrorReports(PLACE, load);
    reportError("caught early");
    dispatchEvent(new ErrorEvent("error", { error: "thrown early", cancelable: true }));
    for (let at = 0; at < 30; at++) reportError(at);
    arrive();
    await started;
    assertEquals(reported.slice(0, 2), ["caught early", "thrown early"]);
    assertEquals(reported.length, 10);
    dispatchEvent(new ErrorEvent("error", { error: "the reporter hears this by itself", cancelable: true }));
    assertEquals(reported.length, 10);
  });

  it("W-SENTRY-04: keeps nothing before consent, and reports nothing after a refusal", async () => {
    quiet();
    const { reported, arrive, load } = slowReporter();
    reportError("before");
    const started = startErrorReports(PLACE, load);
    stopErrorReports();
    arrive();
    await started;
    reportError("after");
    assertEquals([reported, reporter.value], [[], undefined]);
    assertEquals(written, ["before", "after"]);
  });

  it("closes the reporter when consent is withdrawn, and reports nothing more", async () => {
    quiet();
    const { reported, arrive, load } = slowReporter();
    arrive();
    await startErrorReports(PLACE, load);
    stopErrorReports();
    reportError("after");
    assertEquals(reported, ["closed"]);
  });

  it("W-SENTRY-07: is off inside a browser extension, and loads nothing without an ingest address", async () => {
    let loads = 0;
    const load = () => {
      loads += 1;
      const { arrive, load } = slowReporter();
      arrive();
      return load();
    };
    for (const protocol of ["chrome-extension:", "moz-extension:", "safari-web-extension:"]) {
      await startErrorReports({ ...PLACE, protocol }, load);
    }
    await startErrorReports({ ...PLACE, dsn: "" }, load);
    assertEquals(loads, 0);
    await startErrorReports({ ...PLACE, protocol: "http:" }, load);
    assertEquals(loads, 1);
    stopErrorReports();
  });
});
