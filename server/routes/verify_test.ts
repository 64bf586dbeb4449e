import { afterEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createApp } from "../app.ts";
import { type Fake, fakeContext } from "../../tests/support/app/fake_context.ts";
import { compareApproved, pageText } from "../../tests/support/approved.ts";
import { ServiceDown } from "../proxy/remote.ts";
import type { Upstream } from "../platform/http/upstream.ts";

const HASH = "ab".repeat(32);
const FOUND = {
  hash: HASH,
  report_id: "r1",
  number: '+1 650<script>"',
  score: 60,
  band: "caution",
  checked_at: "2026-11-21T10:00:00.000Z",
  printed_at: "2026-11-22T10:00:00.000Z",
  versions: ["data 1"],
};
let fake: Fake | undefined;
afterEach(async () => {
  await fake?.close();
  fake = undefined;
});
async function open(members: Upstream, path = `/verify/${HASH}`) {
  fake = await fakeContext({ services: { members } });
  return await createApp(fake.context).request(`http://localhost:8000${path}`, { headers: { host: "localhost:8000" } });
}

describe("/verify/{hash}", () => {
  it("shows what the report said, as text, without script and never cached or framed", async () => {
    const answer = await open(() => Promise.resolve(Response.json(FOUND)), `/verify/${HASH.toUpperCase()}`);
    const html = await answer.text();
    assertEquals(answer.status, 200);
    assertMatch(html, /Report verified[^]*60 out of 100: caution[^]*November 21, 2026 at 10:00:00 AM UTC/);
    assert(!html.includes("<script"));
    assertEquals(
      html.match(/<dd class="numbers">((?:[0-9a-f]{8}<wbr>){7}[0-9a-f]{8})</)?.[1]?.replaceAll("<wbr>", ""),
      HASH,
    );
    // T6: the cancellation link is on every page.
    assertMatch(html, /<footer[^]*unsubscription\?withdraw">Withdraw from contract here</);
    assertMatch(answer.headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
    assertEquals(answer.headers.get("cache-control"), "no-store");
    assertEquals(fake?.seen.map((seen) => seen.path), [`/report/verify/${HASH}`]);
  });
  it("is in the visitor's language", async () => {
    const answer = await open(() => Promise.resolve(Response.json(FOUND)), `/verify/${HASH}?lang=de`);
    assertMatch(await answer.text(), /<html lang="de"[^]*Bericht bestätigt[^]*60 von 100: Vorsicht/);
  });
  const ANSWERS: Readonly<Record<string, Upstream>> = {
    found: () => Promise.resolve(Response.json({ ...FOUND, number: "+1 650-253-0000" })),
    found_without_score: () => Promise.resolve(Response.json({ ...FOUND, score: null })),
    not_found: () => Promise.resolve(Response.json({ error: "none" }, { status: 404 })),
    down: () => Promise.reject(new Error("down")),
  };
  for (const [name, answer] of Object.entries(ANSWERS)) {
    it(`${name.replaceAll("_", " ")}: says what was approved`, () =>
      compareApproved(`pages/verify_${name}`, async (language) => {
        const html = await (await open(answer, `/verify/${HASH}?lang=${language}`)).text();
        await fake?.close();
        return pageText(/<title>[^]*<\/main>/.exec(html)?.[0] ?? "");
      }));
  }
  it("names every band", () =>
    compareApproved("pages/verify_bands", async (language) => {
      const lines: string[] = [];
      for (const band of ["none", "some", "caution", "suspicious", "high"]) {
        const html = await (await open(() =>
          Promise.resolve(Response.json({ ...FOUND, band })), `/verify/${HASH}?lang=${language}`)).text();
        await fake?.close();
        lines.push(/60 \w+ 100: [^<]*/.exec(html)?.[0] ?? "");
      }
      return lines.join("\n");
    }));
  it("reports an unknown hash and an unavailable service, each with its status", async () => {
    const none = await open(() => Promise.resolve(Response.json({ error: "none" }, { status: 404 })));
    assertEquals([none.status, /Report not found/.test(await none.text())], [404, true]);
    await fake?.close();
    const down = await open(() => Promise.reject(new Error("down")));
    assertEquals([down.status, /t check right now/.test(await down.text())], [502, true]);
    await fake?.close();
    const busy = await open(() => Promise.resolve(Response.json({ error: "later" }, { status: 503 })));
    assertEquals([busy.status, busy.headers.get("retry-after")], [503, "5"]);
    await fake?.close();
    const notCalled = await open(() => Promise.reject(new ServiceDown("not called")));
    assertEquals([notCalled.status, notCalled.headers.get("retry-after")], [503, "5"]);
    await fake?.close();
    const odd = await open(() => Promise.resolve(Response.json({ ok: true })));
    assertEquals(odd.status, 502);
  });
});
