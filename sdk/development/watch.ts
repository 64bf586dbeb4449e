/** Makes the client check what a merchant's page passes to its methods before they run. */
import type { Payrails } from "../mod.ts";
import { findMountPoint, type Target } from "../ui/mount_point.ts";
import { advise } from "./advise.ts";
import {
  CALLS,
  checkElementListener,
  checkFocus,
  checkMethodNames,
  checkPlace,
  checkRows,
  needObject,
} from "./check_calls.ts";
import { checkChanges, checkMethods, checkNoEffect } from "./check_no_effect.ts";
import { checkOptions } from "./check_options.ts";
import { checkPage, checkStyles, watchOrigin } from "./check_page.ts";
import { checkAnswer, checkGooglePay, checkInit, checkReturnInfo, checkUpdate } from "./check_values.ts";
import KNOWN from "./options.json" with { type: "json" };
import type { Shape } from "./shape.ts";

type Options = Readonly<Record<string, unknown>>;
type Button = ReturnType<Payrails["paymentButton"]>;
type Call = (...args: unknown[]) => unknown;

/** A client makes one of each; further calls return it and ignore their options. */
const SINGLES = ["cardForm", "paymentButton", "cardList"] as const;
/** Methods that do nothing without options. */
const NEEDY: readonly string[] = ["update", "dynamicElement"];
/** Elements whose methods are watched. */
const watched = new WeakSet<object>();
/** Buttons whose page gave them the form of another client. */
const formed = new WeakSet<object>();
/** Buttons whose methods are watched. */
const paying = new WeakSet<object>();
/** What is mounted, by place. */
const mounted = new WeakMap<Element, { readonly method: string; readonly element: object }>();
/** Options of `init` by client, for elements that inherit them. */
const inits = new WeakMap<object, Options>();
/** Options of the first call by client and method. */
const firsts = new WeakMap<object, Map<string, string>>();
const SHAPES: Readonly<Record<string, Shape>> = asShapes(KNOWN);
const METHOD_SETTINGS = Object.keys(KNOWN.dropin.paymentMethodsConfiguration);
const METHOD_OPTIONS = Object.keys(KNOWN.dropin.paymentMethodsConfiguration.cards);
/** Pages make button and form in any order, and some, such as React pages, make the form later. */
const FORM_DEADLINE_MS = 3000;

/** Changes the class and returns it. */
export function watch(client: typeof Payrails): typeof Payrails {
  wrap(client, "init", function (call, [answer, given]) {
    checkPage();
    checkAnswer(answer);
    const options = check("init", given);
    checkInit(options);
    const client = call();
    if (isObject(client)) inits.set(client, options);
    // `init` has read the answer, so it can be decoded.
    watchOrigins(answer);
    return client;
  });
  for (const method of Object.keys(SHAPES)) {
    if (method === "init" || method === "createCollectElement") continue;
    wrap(client.prototype, method, function (call, [given], self) {
      if (NEEDY.includes(method)) needObject(method, given);
      checkElement(method, check(method, given), self);
      if (method === "collectContainer") return watchContainer(call());
      const element = watchElement(method, call());
      if (method === "paymentButton") watchPayment(asButton(element), self);
      return element;
    });
  }
  for (const [method, checkCall] of Object.entries(CALLS)) {
    wrap(client.prototype, method, (call, args) => {
      checkCall(args);
      return call();
    });
  }
  return client;
}

function checkElement(method: string, options: Options, client: object): void {
  checkReturnInfo(options.returnInfo);
  checkRows(method, options.layout);
  checkNoEffect(method, options);
  if (method === "update") return checkUpdate(options);
  if (method === "resume") return;
  if (method === "googlePayButton") checkGooglePay(options, inits.get(client) ?? {});
  if (method === "dropin") {
    checkMethodNames(options.paymentMethodsConfiguration, METHOD_SETTINGS);
    checkMethods(options.paymentMethodsConfiguration, METHOD_OPTIONS);
  }
  if (SINGLES.some((single) => single === method)) checkTwice(method, options, client);
  checkStyles();
}

/**
 * Only other options are a mistake: pages call `cardForm()` again to reach the form, and React mounts a component twice
 * in development.
 */
function checkTwice(method: string, options: Options, client: object): void {
  const text = JSON.stringify(options) ?? "";
  const calls = firsts.get(client) ?? new Map<string, string>();
  firsts.set(client, calls);
  const first = calls.get(method);
  if (first === undefined) calls.set(method, text);
  else if (text !== first && Object.keys(options).length > 0) advise("second_options", { method });
}

function watchElement(method: string, element: unknown): unknown {
  if (!isObject(element) || watched.has(element)) return element;
  watched.add(element);
  wrap(element, "on", (call, args) => {
    checkElementListener(args);
    return call();
  });
  wrap(element, "focus", (call, [field]) => {
    checkFocus(field);
    return call();
  });
  wrap(element, "update", (call, [changes]) => {
    checkChanges(method, changes);
    return call();
  });
  wrap(element, "updateInstallmentConfig", (call, [config]) => {
    const shape = Object(SHAPES.cardForm).installmentConfig;
    checkOptions(config, shape, { method: "updateInstallmentConfig", at: "" });
    return call();
  });
  watchPlace(method, element);
  return element;
}

/**
 * An element replaces what its place holds, so a form and a button in one place leave only the button. Replacing an
 * element with one of the same kind is not a mistake: pages replace a form with that of a new client.
 */
function watchPlace(method: string, element: object): void {
  let place: Element | undefined;
  wrap(element, "mount", (call, [target]) => {
    checkPlace(target);
    const result = call();
    place = findMountPoint(asTarget(target));
    const before = mounted.get(place);
    if (before !== undefined && before.method !== method) {
      advise("place_taken", { first: before.method, method });
    }
    mounted.set(place, { method, element });
    return result;
  });
  wrap(element, "unmount", (call) => {
    if (place !== undefined && mounted.get(place)?.element === element) mounted.delete(place);
    return call();
  });
}

/** A button of a client without form and list stays disabled, which looks as if the shopper had to type something. */
function watchPayment(button: Button, client: object): void {
  if (paying.has(button)) return;
  paying.add(button);
  wrap(button, "setCardForm", (call) => {
    formed.add(button);
    return call();
  });
  wrap(button, "mount", (call) => {
    setTimeout(() => {
      const hasOwn = ["cardForm", "cardList"].some((method) => firsts.get(client)?.has(method));
      const isShown = button.parentElement?.isConnected === true;
      if (hasOwn || !isShown || formed.has(button) || button.selectedInstrument !== null) return;
      advise("nothing_to_pay_with");
    }, FORM_DEADLINE_MS);
    return call();
  });
}

function watchContainer(container: unknown): unknown {
  if (isObject(container)) {
    wrap(container, "createCollectElement", function (call, [given]) {
      checkNoEffect("createCollectElement", check("createCollectElement", given));
      return call();
    });
  }
  return container;
}

/** Remembers the origins that the answer names, so that a policy that blocks one of them is explained. */
function watchOrigins(answer: unknown): void {
  const data: unknown = isObject(answer) ? answer.data : undefined;
  if (typeof data !== "string") return;
  for (const [, origin] of atob(data).matchAll(/"(https?:\/\/[^"/]+)/g)) watchOrigin(origin);
}

function check(method: string, given: unknown): Options {
  const shape = SHAPES[method];
  if (shape !== undefined) checkOptions(given, shape, { method, at: "" });
  return isObject(given) ? { ...given } : {};
}

type Watcher = (call: () => unknown, args: readonly unknown[], self: object) => unknown;

function wrap(owner: object, name: string, watcher: Watcher): void {
  const real: unknown = Reflect.get(owner, name);
  if (typeof real !== "function") return;
  const watching: Call = function (this: object, ...args) {
    return watcher(() => Reflect.apply(real, this, args), args, this);
  };
  Object.defineProperty(owner, name, { value: watching, configurable: true, writable: true });
}

function isObject(value: unknown): value is Options {
  return typeof value === "object" && value !== null;
}

/** A target that `mount` has accepted. */
function asTarget(target: unknown): Target {
  return target as Target;
}

function asButton(element: unknown): Button {
  return element as Button;
}

function asShapes(known: object): Readonly<Record<string, Shape>> {
  return known as Readonly<Record<string, Shape>>;
}
