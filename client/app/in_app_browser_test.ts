import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { routeOf } from "../lib/browser/paths.ts";
import { type Escape, escapeAddress, escapeOf } from "./in_app_browser.ts";

const IOS = (version: number, app = "Instagram 300.0") =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version}_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 ${app}`;
const ANDROID =
  "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/120 Mobile [FB_IAB/FB4A;FBAV/440.0]";
const SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 Version/17.2 Safari/604.1";

interface Case {
  readonly title: string;
  readonly userAgent: string;
  readonly bb?: boolean;
  readonly bbAndroid?: boolean;
  readonly path?: string;
  readonly expected: Escape | undefined;
}

const CASES: readonly Case[] = [
  { title: "W-START-09: iOS 14 goes through the redirect helper", userAgent: IOS(14), expected: "redirectHelper" },
  { title: "W-START-09: iOS 12 too", userAgent: IOS(12), expected: "redirectHelper" },
  { title: "W-START-11: iOS 15 opens Safari", userAgent: IOS(15), expected: "safari" },
  { title: "W-START-10: iOS 16 tries Chrome", userAgent: IOS(16), expected: "chromeCallback" },
  { title: "W-START-10: iOS 18 too", userAgent: IOS(18, "[FBAN/FBIOS;FBAV/440]"), expected: "chromeCallback" },
  { title: "W-START-12: Android uses the service", userAgent: ANDROID, expected: "androidService" },
  {
    title: "W-START-12: Facebook's view on Android that says no version is one too",
    userAgent: "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/120 Mobile [FB_IAB/FB4A;]",
    expected: "androidService",
  },
  { title: "W-START-08: a normal browser stays", userAgent: SAFARI, expected: undefined },
  {
    title: "W-START-07: TikTok's view stays, since only Instagram's and Facebook's count",
    userAgent: "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Mobile musical_ly_34.5.0 BytedanceWebview",
    expected: undefined,
  },
  { title: "W-START-08: another route stays", userAgent: IOS(16), path: "/terms", expected: undefined },
  { title: "W-START-07: scanning is left too", userAgent: IOS(16), path: "/scanning", expected: "chromeCallback" },
  { title: "W-START-07: with a last slash too", userAgent: IOS(16), path: "/scanning/", expected: "chromeCallback" },
  { title: "W-START-07: in capitals too", userAgent: IOS(16), path: "/Scanning", expected: "chromeCallback" },
  {
    title: "W-START-07: the main page is left at a deeper path too",
    userAgent: IOS(16),
    path: "/nowhere/deep",
    expected: "chromeCallback",
  },
  { title: "W-START-07: a base without its slash is the main page", userAgent: IOS(15), path: "", expected: "safari" },
  { title: "W-START-08: a screen stays with a last slash", userAgent: IOS(16), path: "/Terms/", expected: undefined },
  { title: "W-START-07: without bb nothing happens", userAgent: IOS(16), bb: false, expected: undefined },
  { title: "W-START-13: bb_android leaves iOS alone", userAgent: IOS(16), bbAndroid: true, expected: undefined },
  {
    title: "W-START-13: bb_android redirects Android",
    userAgent: ANDROID,
    bb: false,
    bbAndroid: true,
    expected: "androidService",
  },
];

describe("leaving an in-app browser", () => {
  for (const { title, userAgent, bb = true, bbAndroid = false, path = "/", expected } of CASES) {
    it(title, () => assertEquals(escapeOf({ bb, bbAndroid, userAgent, route: routeOf(path) }), expected));
  }

  it("W-START-14: the addresses are standard schemes, hold the page's own address and can be configured", () => {
    const url = "https://check.example/trustcheck/?bb=true";
    const place = { site: "https://check.example/trustcheck", exits: {} };
    assertEquals(escapeAddress("safari", url, place), "x-safari-https://check.example/trustcheck/?bb=true");
    assertEquals(
      escapeAddress("chromeCallback", url, place),
      "googlechrome-x-callback://x-callback-url/open/?url=https%3A%2F%2Fcheck.example%2Ftrustcheck%2F%3Fbb%3Dtrue",
    );
    assertEquals(
      escapeAddress("redirectHelper", url, place),
      "https://check.example/trustcheck/open-in-browser?url=https%3A%2F%2Fcheck.example%2Ftrustcheck%2F%3Fbb%3Dtrue",
    );
    const exits = { redirectHelper: "https://r.example/?u={url}" };
    assertEquals(
      escapeAddress("redirectHelper", "https://a.b/$&", { ...place, exits }),
      "https://r.example/?u=https%3A%2F%2Fa.b%2F%24%26",
    );
  });
});
