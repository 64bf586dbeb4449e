/** Mounts and unmounts many times and counts what remains: frames, listeners, ports, timers, heap. */
import type { Page } from "puppeteer";
import { CARD_ELEMENTS, type FieldOptions, FieldsPage } from "./fields_page.ts";

/** Counts what the page itself opens and closes, since browsers do not report open ports. */
export const COUNT = `
window.open_things = { ports: new Set(), timers: new Set(), listeners: new Map() };
{
  const { ports, timers, listeners } = open_things;
  const Channel = MessageChannel;
  window.MessageChannel = class extends Channel { constructor() { super(); ports.add(this.port1); } };
  const close = MessagePort.prototype.close;
  MessagePort.prototype.close = function () { ports.delete(this); close.call(this); };
  const [start, stop] = [setTimeout, clearTimeout];
  window.setTimeout = (run, ms, ...rest) => {
    const id = start((...args) => { timers.delete(id); run(...args); }, ms, ...rest);
    timers.add(id);
    return id;
  };
  window.clearTimeout = (id) => { timers.delete(id); stop(id); };
  for (const target of [window, document, MediaQueryList.prototype]) {
    const [add, remove] = [target.addEventListener, target.removeEventListener];
    target.addEventListener = function (type, listener, options) {
      listeners.set(listener, (listeners.get(listener) ?? new Set()).add(type));
      return add.call(this, type, listener, options);
    };
    target.removeEventListener = function (type, listener, options) {
      listeners.get(listener)?.delete(type);
      if (listeners.get(listener)?.size === 0) listeners.delete(listener);
      return remove.call(this, type, listener, options);
    };
  }
}
`;

export interface Leftovers {
  readonly frames: number;
  readonly nodes: number;
  readonly ports: number;
  readonly timers: number;
  readonly listeners: number;
  readonly heapBytes: number;
}

async function countLeftovers(page: Page): Promise<Leftovers> {
  const session = await page.createCDPSession();
  for (let turn = 0; turn < 3; turn++) await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const counted = JSON.parse(String(
    await page.evaluate(`JSON.stringify({
      frames: document.querySelectorAll("iframe").length,
      nodes: document.querySelectorAll("*").length,
      ports: open_things.ports.size,
      timers: open_things.timers.size,
      listeners: open_things.listeners.size,
    })`),
  ));
  return { ...asCounts(counted), heapBytes: metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0 };
}

/** Containers: alternates between unmounting at once, while loading, and after the fields were ready. */
const CONTAINERS = `async (times) => {
  const place = document.getElementById("card");
  const types = ["CARD_NUMBER", "EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"];
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  for (let turn = 0; turn < times; turn++) {
    const isComposable = turn % 2 === 0;
    const container = client.container(isComposable ? "COMPOSABLE" : "COLLECT", { layout: [1, 3] });
    const made = types.map((type) => container.create({ type }));
    const ready = new Promise((done) => made[0].on("READY", done));
    const places = made.map(() => place.appendChild(document.createElement("div")));
    if (isComposable) container.mount(places[0]);
    else for (const [at, element] of made.entries()) element.mount(places[at]);
    const wait = turn % 10;
    if (wait === 4 || wait === 5) await pause(20);
    if (wait === 8 || wait === 9) await ready;
    container.unmount();
    // What the SDK left in them stays and is counted.
    for (const own of places) if (own.childNodes.length === 0) own.remove();
    if (turn % 50 === 49) await pause(0);
  }
}`;

/** Card form and drop-in, each unmounted at once, while loading, and after it was ready. */
const CHECKOUTS = `async (times) => {
  const place = document.getElementById("card");
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  for (let turn = 0; turn < times; turn++) {
    const isForm = turn % 2 === 0;
    const made = isForm ? checkout.cardForm() : checkout.dropin();
    const formReady = new Promise((done) => made.on("ready", done));
    made.mount(place);
    const wait = turn % 10;
    if (wait === 4 || wait === 5) await pause(20);
    if (wait === 8) await formReady;
    if (wait === 9) {
      await made.ready;
      document.querySelector("[data-testid=dropin-item-label-card]").click();
      while (place.querySelector("iframe[data-ready]") === null) await pause(10);
    }
    made.unmount();
    if (turn % 50 === 49) await pause(0);
  }
}`;

export interface CycleResult {
  readonly before: Leftovers;
  readonly after: Leftovers;
}

/** What is mounted: containers of the vault client, or card form and drop-in of the checkout client. */
export type Cycled = "containers" | "checkouts";

/** The counts after a few cycles, to compare with those after many. */
export async function cycle(fixture: FieldsPage, what: Cycled, times: number): Promise<CycleResult> {
  const fields: FieldOptions = {
    kind: "COMPOSABLE",
    elements: CARD_ELEMENTS,
    options: { layout: [1, 3] },
    client: { telemetry: { enabled: false } },
    before: COUNT,
  };
  const run = what === "containers" ? CONTAINERS : CHECKOUTS;
  let cycled: CycleResult | undefined;
  await fixture.inPage(fields, async (page) => {
    await page.evaluate("container.unmount(); seen.length = 0;");
    await page.evaluate(
      `window.checkout = Payrails.init(${JSON.stringify(await fixture.merchant.init())},
        { telemetry: { enabled: false } }); undefined`,
    );
    // The first cycles compile code and fill caches.
    await page.evaluate(`(${run})(20)`);
    const before = await countLeftovers(page);
    await page.evaluate(`(${run})(${times})`);
    cycled = { before, after: await countLeftovers(page) };
  });
  if (cycled === undefined) throw new Error("nothing was counted");
  return cycled;
}

function asCounts(value: unknown): Omit<Leftovers, "heapBytes"> {
  return value as Omit<Leftovers, "heapBytes">;
}
