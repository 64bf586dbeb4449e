/** The header lists, compared word for word: a change here changes what browsers are told to allow. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { readConfig } from "../config/config.ts";
import { apiHeaders, cardFrameHeaders, shellHeaders, withHeaders } from "./headers.ts";

const local = readConfig({});
const live = readConfig({
  PUBLIC_ORIGIN: "https://trust.example",
  FRAME_ORIGIN: "https://cards.example",
  PRODUCTION_PAYMENTS_URL: "https://pay.example",
  PAYMENTS_CLIENTS: "shop:a-secret-of-its-own",
  FIREBASE_PROJECT_ID: "p",
  FIREBASE_API_KEY: "k",
  FIREBASE_AUTH_DOMAIN: "p.firebaseapp.com",
  FIREBASE_APP_ID: "a",
  SMTP_URL: "smtps://mail.example/?from=no-reply%40trust.example",
});
const get = (list: readonly (readonly [string, string])[], name: string) => Object.fromEntries(list)[name];

describe("security headers", () => {
  it("the shell on loopback runs its own files only and is never framed", () => {
    assertEquals(
      get(shellHeaders(local), "content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; frame-src 'self' http://localhost:8001; worker-src 'self'; manifest-src 'self'; " +
        "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; report-to csp; " +
        "report-uri /csp-report",
    );
    assertEquals(get(shellHeaders(local), "cross-origin-opener-policy"), "same-origin-allow-popups");
    assertEquals(get(shellHeaders(local), "referrer-policy"), "strict-origin-when-cross-origin");
    assertEquals(get(shellHeaders(local), "x-frame-options"), "DENY");
    assertEquals(get(shellHeaders(local), "strict-transport-security"), undefined);
  });

  it("the shell allows one inline sheet by its hash, no other and no script", () => {
    const csp = get(shellHeaders(local, { inlineStyles: "sha256-abc=" }), "content-security-policy") ?? "";
    assertEquals(csp.includes("style-src 'self' 'sha256-abc=';"), true);
    assertEquals(csp.includes("script-src 'self';"), true);
    assertEquals(csp.includes("unsafe"), false);
  });

  it("the shell of a public server adds the identity provider and https, nothing else", () => {
    assertEquals(
      get(shellHeaders(live), "content-security-policy"),
      "default-src 'none'; script-src 'self' https://apis.google.com; style-src 'self'; img-src 'self' data:; " +
        "font-src 'self'; connect-src 'self' https://identitytoolkit.googleapis.com " +
        "https://securetoken.googleapis.com; frame-src 'self' https://cards.example https://p.firebaseapp.com; " +
        "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; " +
        "frame-ancestors 'none'; upgrade-insecure-requests; report-to csp; report-uri /csp-report",
    );
    assertEquals(get(shellHeaders(live), "strict-transport-security"), "max-age=63072000; includeSubDomains");
  });

  it("W-TRACK-02, W-TRACK-03: the shell allows images of the configured pixel and ad tracker, and none of their scripts", () => {
    const policyOf = (env: Record<string, string>) =>
      get(shellHeaders(readConfig(env)), "content-security-policy") ?? "";
    const pictures = (env: Record<string, string>) => /img-src [^;]*/.exec(policyOf(env))?.[0];
    assertEquals(pictures({}), "img-src 'self' data:");
    assertEquals(pictures({ PIXEL_ID: "77" }), "img-src 'self' data: https://www.facebook.com");
    const ads = "https://www.googleadservices.com https://googleads.g.doubleclick.net https://www.google.com";
    assertEquals(pictures({ AD_TAG_ID: "AW-123456789/AbC" }), `img-src 'self' data: ${ads}`);
    const both = policyOf({ PIXEL_ID: "77", AD_TAG_ID: "AW-123456789/AbC" });
    assertEquals([both.includes("script-src 'self';"), both.includes("connect-src 'self';")], [true, true]);
  });

  it("W-SENTRY-01: the shell may connect to the configured ingest, and the policy does not contain its key", () => {
    const csp = get(
      shellHeaders(readConfig({ SENTRY_DSN: "https://key@errors.example/7" })),
      "content-security-policy",
    );
    assertEquals(/connect-src [^;]*/.exec(csp ?? "")?.[0], "connect-src 'self' https://errors.example");
  });

  it("the card frame connects to its own origin only, uses trusted types, and is framed by registered parents", () => {
    const headers = cardFrameHeaders(live, ["https://shop.example"]);
    assertEquals(
      get(headers, "content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "font-src 'self'; frame-src 'none'; worker-src 'none'; form-action 'none'; base-uri 'none'; " +
        "object-src 'none'; frame-ancestors https://shop.example; require-trusted-types-for 'script'; " +
        "trusted-types 'none'; report-to csp",
    );
    assertEquals(get(headers, "x-frame-options"), undefined);
    assertEquals(get(headers, "origin-agent-cluster"), "?1");
    assertEquals(get(headers, "referrer-policy"), "no-referrer");
    const none = get(cardFrameHeaders(live, []), "content-security-policy") ?? "";
    assertEquals(none.includes("frame-ancestors 'none'"), true);
  });

  it("answers are never cached or framed; registered pages of other origins may read payments", () => {
    assertEquals(get(apiHeaders(local), "cache-control"), "no-store");
    assertEquals(get(apiHeaders(local), "cross-origin-resource-policy"), "same-origin");
    assertEquals(get(apiHeaders(local, { crossOrigin: true }), "cross-origin-resource-policy"), "cross-origin");
    const kept = withHeaders(new Response(null, { headers: { "cache-control": "max-age=5" } }), apiHeaders(local));
    assertEquals(kept.headers.get("cache-control"), "max-age=5");
  });
});
