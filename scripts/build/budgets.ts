/** Size limits of each package, compressed as transferred. A build above a limit fails and reports the excess. */
import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import type { Bundled } from "./bundle.ts";
import { firstLoad, isLibrary, lazyParts } from "./first_load.ts";

export interface Budget {
  readonly name: string;
  readonly maxBytes: number;
}

/** Kilobytes of 1,000 bytes, gzip. */
export const BUDGETS = {
  /**
   * Before the first interaction or consent: without error reporter, identity, SDK, phone library and wire schemas.
   * 1,500 bytes are the sample report and the typeface of headings, 60 a click that begins before the app runs, 200 a
   * header that knows its screen, the counter of a page with several questions, and names of countries kept by locale,
   * 150 a screen that fails on its own, and tabs that follow each other's account and consent, 450 the parameters of
   * advertising, which wait for consent, answers that break off, and the limit of parts that load later; 100 a busy
   * button that keeps its form from a second press of Enter; 650 digits of any script, numbers as they are dialed from
   * abroad, a number of each tab, an emailed link that keeps its secret when the language changes, and an account that
   * inherits nothing of another; 220 do by hand what browsers of the floor lack: addresses that are checked, and calls
   * that two signals end.
   */
  firstScript: { name: "script of the first screen", maxBytes: 123_720 },
  /** Within the first ten packets (14,600 bytes) even as gzip; as brotli, a sixth smaller, so is the next one. */
  firstDocument: { name: "first screen with its styles", maxBytes: 14_600 },
  /**
   * Holds a question for phones and its group for wide screens.
   */
  sentDocument: { name: "another screen that the server draws, with its styles", maxBytes: 16_300 },
  /** Loads after the first paint; served as it is, since the file format is already compressed. */
  displayFace: { name: "face of headings and large figures", maxBytes: 25_000 },
  laterPage: { name: "our code of a later page alone", maxBytes: 12_000 },
  /**
   * Including parts shared with other later pages, when it is the first one opened. The members' page holds the choices
   * of its report form in its language, instead of in English beside a file of translations. The purchase steps hold
   * the drawings of the accepted cards and of the number's band, and the timeline of charges. Billing also pays a
   * declined renewal. 700 bytes keep orders and payments whose end is open, so that no press pays twice; 50 count
   * checks in their plural; 200 know which countries share numbers, so that advice on another country agrees with the
   * score.
   */
  laterTotal: { name: "our code of a later page with all its parts", maxBytes: 28_500 },
  /**
   * As the web app loads it; the code of a payment and other payment methods load on demand. The notice in place of
   * fields that did not load follows the language of the client. The drop-in, whose code loads on demand, has its place
   * at once, with that of an option that is open from the start.
   */
  library: { name: "card form with pay button", maxBytes: 22_528 },
  /**
   * Loads once the shopper can use form and button. Holds what the button checks and composes before it pays, the code
   * of every failure, which must be right also when the words of failures do not load, how it opens a closed challenge
   * again, the refusal of a renewed session of another amount, and to which hosts it may send the shopper. 120 bytes are
   * an authorize that may have arrived, a whole page that was not left, and a client that is destroyed meanwhile; 260 the
   * card that a press pays with, whatever is chosen meanwhile, and the report of an outcome; 320 a press with another
   * card than the one whose challenge was closed; 60 a payment that waits at PayPal, and a wallet's sheet that throws.
   */
  payment: { name: "code of a payment", maxBytes: 8_420 },
  /**
   * Beside the code of a payment. For PayPal, 100 bytes give its order up when the shopper closes it, 150 keep a sheet
   * to the sum that it shows and the checkbox to what PayPal's button does, 40 follow the drop-in's texts.
   */
  wallet: { name: "a wallet", maxBytes: 4_690 },
  /**
   * One file with all its parts. Its fields follow the shopper's system and the client's language, wait for a place that
   * is not in the page yet, and say in their own place that the frame that reads them did not load. 80 bytes give a frame
   * that is loaded again its scheme and title, and a date its format as placeholder; 20 refuse a rule across containers;
   * 200 keep fields and the token to the provider's hosts, and say what a lost answer leaves open.
   */
  vault: { name: "vault client, which mounts secure fields", maxBytes: 15_650 },
  /**
   * Drop-in, card form, stored cards and payments: docs/decisions/sdk/one-script.md. It also says what a shopper can do
   * after a page that was left, a session for another amount and a refusal that another try cannot avoid, in the
   * client's current language. 250 bytes are those of a payment that may have arrived or outlives its client, 650 a list
   * of cards that follows the form and what is deleted, without losing what is typed, 350 what is wrong with a billing
   * address, 500 a press with another card than the one whose challenge was closed, and what the shopper can do while it
   * waits elsewhere, 30 a look-up that ends after the choices have changed, 150 a policy that only reports, clients that
   * share one log, and a popup whose session expires, 30 a wallet that keeps its focus while other texts change.
   */
  sdkScript: { name: "checkout library as one script", maxBytes: 44_300 },
  /**
   * Wallets, hosted pages, secure fields and the dynamic form. A page loads them with its first such element. 200 bytes
   * are PayPal's and Apple's second requests of one visit, what closes with the client, and notices at the fields; 150
   * give PayPal's order up and let one `resume` open a challenge; 350 keep a wallet's sheet to the amount that it showed
   * and to one end; 30 refuse a rule that compares across containers; 90 name an element that is created late; 180 keep
   * the container of each client; 190 let wallets follow the drop-in's texts, choose no card that is gone, and keep the
   * shopper's choice where an option is undefined.
   */
  sdkScriptParts: { name: "parts beside the one script", maxBytes: 26_400 },
  /** With the errors of the billing address. */
  sdkStyles: { name: "styles of the checkout library", maxBytes: 4_130 },
  /**
   * Reads an expiry date in the digits of other scripts, and a year of four digits; 90 bytes keep the last digit of a
   * code that is pasted with a space.
   */
  frame: { name: "app in the card frame", maxBytes: 13_200 },
  /**
   * React, its router, the wire's schemas and every page but the one with charts, which an operator loads once a
   * release. About 30,000 bytes are the console's own, 500 of them for what stays typed past the end of a session,
   * 100 for answers that break off, and the limit of parts that load later, 700 for card numbers in every spelling,
   * lists that say that they are cut, and a search that belongs to its operator. 140 bytes keep the disputed charge in
   * drafted evidence and say that lists of emails end.
   */
  console: { name: "first load of the operator's console", maxBytes: 126_640 },
} as const satisfies Readonly<Record<string, Budget>>;

export interface Weight {
  readonly budget: Budget;
  readonly bytes: number;
  /** The measured file or page. */
  readonly what: string;
}

export function gzipBytes(bytes: Uint8Array): number {
  return gzipSync(bytes, { level: 9 }).byteLength;
}

/** Throws with every package above its limit. */
export function checkBudgets(weights: readonly Weight[]): void {
  const over = weights.filter(({ budget, bytes }) => bytes > budget.maxBytes);
  if (over.length === 0) return;
  const rows = over.map(({ budget, bytes, what }) =>
    `${what}: ${budget.name} is ${bytes} bytes compressed, its budget is ${budget.maxBytes}`
  );
  throw new Error(`Too heavy:\n${rows.join("\n")}`);
}

export interface ClientOutput {
  readonly metafile: Metafile;
  readonly files: readonly Bundled[];
}

const ENTRY = "client/main.tsx";
const CONSOLE = "client/console/main.tsx";
const LIBRARY = "sdk/mod.ts";
const PAYMENT = "sdk/buttons/pay_card.ts";
const WALLETS = ["apple_pay", "google_pay", "paypal/paypal_button"].map((name) => `sdk/methods/${name}.ts`);
const SDK_FILES = [
  [BUDGETS.sdkScript, /\/sdk\/5\/payrails\.js$/],
  [BUDGETS.sdkScriptParts, /\/sdk\/5\/parts\.[^/]*mjs$/],
  [BUDGETS.sdkStyles, /\/sdk\/5\/payrails-styles\.css$/],
  [BUDGETS.vault, /\/sdk\/5\/vault\.mjs$/],
  [BUDGETS.frame, /\/(frame|elements)\.[^/]*js$/],
] as const;

export function weighClient({ metafile, files }: ClientOutput): readonly Weight[] {
  const sizes = new Map(files.map(({ address, bytes }) => [address.slice(address.lastIndexOf("/") + 1), bytes]));
  const size = (path: string) => gzipBytes(sizes.get(path.slice(path.lastIndexOf("/") + 1)) ?? new Uint8Array());
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + size(path), 0);
  const chunks = firstLoad(metafile, ENTRY);
  return [
    { budget: BUDGETS.firstScript, bytes: sum(chunks), what: ENTRY },
    ...files.filter(({ address }) => address.endsWith(".woff2"))
      .map(({ address, bytes }): Weight => ({ budget: BUDGETS.displayFace, bytes: bytes.byteLength, what: address })),
    ...laterEntries(metafile).flatMap((entry): Weight[] => {
      const later = firstLoad(metafile, entry).filter((path) => !chunks.includes(path));
      const own = later.map((path) => Math.round(size(path) * ownShare(metafile, path)));
      const [alone = 0] = own;
      const bytes = own.reduce((total, each) => total + each, 0);
      return [{ budget: BUDGETS.laterPage, bytes: alone, what: entry }, {
        budget: BUDGETS.laterTotal,
        bytes,
        what: entry,
      }];
    }),
  ];
}

export function weighConsole({ metafile, files }: ClientOutput): readonly Weight[] {
  const names = firstLoad(metafile, CONSOLE).map((path) => path.slice(path.lastIndexOf("/") + 1));
  const own = files.filter(({ address }) => names.includes(address.slice(address.lastIndexOf("/") + 1)));
  return [{
    budget: BUDGETS.console,
    bytes: own.reduce((total, { bytes }) => total + gzipBytes(bytes), 0),
    what: CONSOLE,
  }];
}

/** What merchants load, and the card frame's files. */
export function weighSdk({ metafile, files }: ClientOutput): readonly Weight[] {
  const size = ({ bytes }: Bundled) => gzipBytes(bytes);
  const sum = (paths: readonly string[]) =>
    paths.map((path) => `/sdk/5/${path.slice(path.lastIndexOf("/") + 1)}`)
      .flatMap((name) => files.filter(({ address }) => address === name))
      .reduce((total, file) => total + size(file), 0);
  const chunks = firstLoad(metafile, LIBRARY);
  const payment = firstLoad(metafile, PAYMENT).filter((path) => !chunks.includes(path));
  return [
    { budget: BUDGETS.library, bytes: sum(chunks), what: LIBRARY },
    { budget: BUDGETS.payment, bytes: sum(payment), what: PAYMENT },
    ...WALLETS.map((entry): Weight => {
      const own = firstLoad(metafile, entry).filter((path) => !chunks.includes(path) && !payment.includes(path));
      return { budget: BUDGETS.wallet, bytes: sum(own), what: entry };
    }),
    ...SDK_FILES.flatMap(([budget, pattern]) =>
      files.filter(({ address }) => pattern.test(address))
        .map((file): Weight => ({ budget, bytes: size(file), what: file.address }))
    ),
  ];
}

/** Pages of the app; the SDK's parts have limits of their own. */
function laterEntries(metafile: Metafile): readonly string[] {
  return lazyParts(metafile, ENTRY).filter((entry) => entry.startsWith("client/"));
}

/** The share of an output file that comes from our sources. */
function ownShare(metafile: Metafile, path: string): number {
  const inputs = Object.entries(metafile.outputs[path]?.inputs ?? {});
  const total = inputs.reduce((sum, [, input]) => sum + input.bytesInOutput, 0);
  const libraries = inputs.filter(([name]) => isLibrary(name)).reduce((sum, [, input]) => sum + input.bytesInOutput, 0);
  return total === 0 ? 1 : (total - libraries) / total;
}
