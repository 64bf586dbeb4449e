/** Levels, and which events reach the bus. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { paymentError } from "../errors/payment_error.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { install } from "@sinonjs/fake-timers";
import { until } from "../../tests/support/small_page/small_channel.ts";
import { openSmallPage } from "../../tests/support/small_page/small_page.ts";
import type { Session } from "../session/session.ts";
import { LOG_LEVELS } from "../wire/log/levels.ts";
import { createObserver } from "../observability/observer.ts";
import { levelOf, observeFromStart } from "../observability/telemetry.ts";
import { observerUrl } from "../observability/observer_frame.ts";
import { forwardLog, inform, log, trace, warn } from "./log.ts";
import { type LogEvent, Logger } from "./logger.ts";

/** Everything a logger of this level forwards when it receives one event of each level. */
function heardAt(level: (typeof LOG_LEVELS)[number]): readonly LogEvent[] {
  const heard: LogEvent[] = [];
  const { debug, info, warn, error } = console;
  Object.assign(console, { debug() {}, info() {}, warn() {}, error() {} });
  try {
    const logger = new Logger({ level, bus: (event) => heard.push(event) });
    logger.write("DEBUG", "d");
    logger.write("INFO", "i");
    logger.warn("w");
    logger.error(new SdkError("api:unknown"));
    logger.error(paymentError("client:payment_executor.3ds"));
    logger.error(paymentError("api:authorization_not_requested"));
  } finally {
    Object.assign(console, { debug, info, warn, error });
  }
  return heard;
}

describe("logger", () => {
  it("S-LOG-01, S-LOG-04: each of the four levels forwards itself and more severe ones over the bus", () => {
    const counts = LOG_LEVELS.map((level) => [level, heardAt(level).length]);
    assertEquals(counts, [["DEBUG", 4], ["INFO", 3], ["WARN", 2], ["ERROR", 1]]);
  });
  it("S-OBS-03: the events of the bus are error, info, debug and warn", () => {
    assertEquals(heardAt("DEBUG").map(({ event }) => event), ["debug", "info", "warn", "error"]);
  });
  it("S-LOG-03: codes of 3-D Secure and authorization never reach the bus", () => {
    assertEquals(heardAt("DEBUG").map(({ code }) => code ?? ""), ["", "", "", "payrails:api:unknown"]);
  });
  it("S-OBS-02: the frame's address carries version and package name", () => {
    assertEquals(
      observerUrl("https://frames.test"),
      "https://frames.test/observability/5/?version=5.25.3&packageName=%40payrails%2Fweb-sdk",
    );
  });
  it("S-CONST-21, S-CONST-22: switched off, telemetry does nothing; events have text and code only", () => {
    const observer = createObserver("https://frames.test", false);
    observer.begin();
    observer.bus({ event: "warn", text: "x" });
    observer.stop();
    assertEquals(Object.keys(heardAt("ERROR")[0] ?? {}).sort(), ["code", "event", "text"]);
  });

  /** What the console receives while `run` runs. */
  function consoleOf(run: () => void): readonly string[] {
    const said: string[] = [];
    const { debug, info, warn, error } = console;
    const note = (name: string) => (text: string) => void said.push(`${name} ${text}`);
    Object.assign(console, { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") });
    try {
      run();
    } finally {
      Object.assign(console, { debug, info, warn, error });
    }
    return said;
  }
  it("S-SEC-04, S-FORMAT-03, S-SEC-02: the console shows a merchant's warning at every level, once; a bus at ERROR does not get it", () => {
    for (const level of LOG_LEVELS) {
      const heard: LogEvent[] = [];
      const logger = new Logger({ level, bus: (event) => heard.push(event) });
      assertEquals(consoleOf(() => logger.warn("w")), ["warn payrails: w"], level);
      assertEquals(heard.length, level === "ERROR" ? 0 : 1, level);
    }
  });
  it("S-LOG-04, S-OBS-03: a client's log reaches the buses of its level until they unsubscribe", () => {
    const heard: string[] = [];
    const stops = LOG_LEVELS.map((level) =>
      forwardLog(({ event, text }) => heard.push(`${level} ${event} ${text}`), level)
    );
    const say = () => {
      trace("t");
      inform("i");
      warn("w");
      log(new SdkError("api:unknown"));
      log(paymentError("client:payment_executor.3ds"));
    };
    assertEquals(consoleOf(say).length, 2);
    for (const stop of stops) stop();
    consoleOf(say);
    const error = "error Unknown API error";
    assertEquals(heard.sort(), [
      "DEBUG debug t",
      `DEBUG ${error}`,
      "DEBUG info i",
      "DEBUG warn w",
      `ERROR ${error}`,
      `INFO ${error}`,
      "INFO info i",
      "INFO warn w",
      `WARN ${error}`,
      "WARN warn w",
    ]);
  });
  it("S-CONST-19: a client's log forwards errors, unless the merchant sets another level", () => {
    assertEquals([undefined, {}, { logLevel: "debug" }, { logLevel: "loud" }].map(levelOf), [
      "ERROR",
      "ERROR",
      "DEBUG",
      "ERROR",
    ]);
  });
  it("S-OBS-01: the first 100 events wait for the frame and are sent once, in order", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const posted: string[] = [];
      const observer = createObserver("https://frames.test", true);
      for (let count = 1; count <= 101; count++) observer.bus({ event: "error", text: String(count) });
      observer.begin();
      await clock.tickAsync(499);
      assertEquals(page.body.children, []);
      await clock.tickAsync(1);
      await import("../observability/observer_frame.ts");
      await clock.tickAsync(0);
      const [frame] = page.body.children;
      Object.assign(frame?.contentWindow ?? {}, { postMessage: ({ text }: LogEvent) => void posted.push(text) });
      observer.bus({ event: "error", text: "late" });
      assertEquals(posted, []);
      frame?.fire("load");
      assertEquals([posted.length, posted[0], posted.at(-1)], [100, "1", "100"]);
      observer.bus({ event: "error", text: "next" });
      assertEquals(posted.slice(100), ["next"]);
      observer.stop();
      assertEquals(page.body.children, []);
      observer.bus({ event: "error", text: "after" });
      assertEquals(posted.length, 101);
    } finally {
      clock.uninstall();
      page.close();
    }
  });
  it("S-OBS-01: an event opens the frame, though no element is ever ready; a stopped observer opens none again", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    const settle = async () => {
      await clock.tickAsync(500);
      await import("../observability/observer_frame.ts");
      await clock.tickAsync(0);
      return page.body.children.length;
    };
    try {
      const observer = createObserver("https://frames.test", true);
      assertEquals(await settle(), 0);
      observer.bus({ event: "error", text: "x" });
      assertEquals(await settle(), 1);
      observer.stop();
      // An element of a container that is still mounted, and what it reports.
      observer.begin();
      observer.bus({ event: "error", text: "late" });
      assertEquals(await settle(), 0);
    } finally {
      clock.uninstall();
      page.close();
    }
  });
  it("S-OBS-01: clients of one origin share a frame, which gets each event once and stays until the last one ends", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const { error } = console;
    console.error = () => {};
    try {
      const lives = [new AbortController(), new AbortController()];
      const vault = { vaultId: "v", vaultUrl: "https://frames.test", providerConfigId: "p" };
      for (const { signal } of lives) observeFromStart(asSession({ configuration: { vault } }), {}, signal);
      const posted: unknown[] = [];
      log(new SdkError("api:unknown"));
      await until(() => page.body.children.length > 0);
      const [frame] = page.body.children;
      Object.assign(frame?.contentWindow ?? {}, { postMessage: (event: unknown) => void posted.push(event) });
      frame?.fire("load");
      assertEquals(posted.length, 1);
      log(new SdkError("api:unknown"));
      assertEquals([posted.length, page.body.children.length], [2, 1]);
      lives[0]?.abort();
      log(new SdkError("api:unknown"));
      assertEquals([posted.length, page.body.children.length], [3, 1]);
      lives[1]?.abort();
      assertEquals(page.body.children, []);
    } finally {
      console.error = error;
      page.close();
    }
  });
  it("S-CONST-21: while the telemetry of one client is off, no event of the page reaches the frame of another", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const { error } = console;
    console.error = () => {};
    try {
      const [on, off] = [new AbortController(), new AbortController()];
      const session = asSession({ configuration: { vault: { vaultUrl: "https://frames.test" } } });
      observeFromStart(session, {}, on.signal).ready();
      observeFromStart(session, { telemetry: { enabled: false } }, off.signal).ready();
      await until(() => page.body.children.length > 0);
      const posted: unknown[] = [];
      const [frame] = page.body.children;
      Object.assign(frame?.contentWindow ?? {}, { postMessage: (event: unknown) => void posted.push(event) });
      frame?.fire("load");
      log(new SdkError("api:unknown"));
      assertEquals([posted.length, page.body.children.length], [0, 1]);
      off.abort();
      log(new SdkError("api:unknown"));
      assertEquals(posted.length, 1);
      on.abort();
    } finally {
      console.error = error;
      page.close();
    }
  });
  it("S-OBS-01: an observer stopped before its frame has loaded opens none", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const clock = install({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const observer = createObserver("https://frames.test", true);
      observer.begin();
      observer.begin();
      await clock.tickAsync(100);
      observer.stop();
      await clock.tickAsync(10_000);
      assertEquals(page.body.children, []);
    } finally {
      clock.uninstall();
      page.close();
    }
  });
  it("S-LOG-04, S-CONST-19: the frame gets what the client's level lets through: from DEBUG on, or errors where none is set", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const { debug, info, warn: warning, error } = console;
    Object.assign(console, { debug() {}, info() {}, warn() {}, error() {} });
    try {
      const reported: unknown[] = [];
      for (const telemetry of [{ logLevel: "debug" }, { logLevel: "WARN" }, {}] as const) {
        const life = new AbortController();
        const vault = { vaultId: "v", vaultUrl: "https://frames.test", providerConfigId: "p" };
        observeFromStart(asSession({ configuration: { vault } }), { telemetry }, life.signal);
        trace("d");
        inform("i");
        warn("w");
        log(new SdkError("api:unknown"));
        await until(() => page.body.children.length > 0);
        const [frame] = page.body.children;
        const posted: string[] = [];
        const postMessage = (event: object) => void posted.push(String(Reflect.get(event, "event")));
        Object.assign(frame?.contentWindow ?? {}, { postMessage });
        frame?.fire("load");
        reported.push(posted);
        life.abort();
      }
      assertEquals(reported, [["debug", "info", "warn", "error"], ["warn", "error"], ["error"]]);
    } finally {
      Object.assign(console, { debug, info, warn: warning, error });
      page.close();
    }
  });
  it("S-OBS-01: keeps the first 100 events until the frame's code has loaded", async () => {
    const page = openSmallPage({ origin: "https://shop.test" });
    const said = consoleOf(() => {});
    const { error } = console;
    console.error = () => {};
    try {
      const life = new AbortController();
      const vault = { vaultId: "v", vaultUrl: "https://frames.test", providerConfigId: "p" };
      observeFromStart(asSession({ configuration: { vault } }), {}, life.signal);
      for (let count = 0; count < 101; count++) log(new SdkError("api:unknown"));
      const posted: unknown[] = [];
      await until(() => page.body.children.length > 0);
      const [frame] = page.body.children;
      Object.assign(frame?.contentWindow ?? {}, { postMessage: (event: unknown) => void posted.push(event) });
      frame?.fire("load");
      assertEquals([posted.length, said], [100, []]);
      life.abort();
      assertEquals(page.body.children, []);
      log(new SdkError("api:unknown"));
      assertEquals(posted.length, 100);
    } finally {
      console.error = error;
      page.close();
    }
  });
});

function asSession(session: unknown): Session {
  return session as Session;
}
