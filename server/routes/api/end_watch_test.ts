/** The unsubscribe link of an alert, opened by its reader or by an email program, ends the alert. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createApp } from "../../app.ts";
import { fakeContext } from "../../../tests/support/app/fake_context.ts";
import { ServiceDown } from "../../proxy/remote.ts";
import { GUESSES } from "./cancellation_calls.ts";

const SECRET = "s".repeat(43);

describe("POST /api/end-watch/{secret}", () => {
  it("calls the members service at its own path", async () => {
    const fake = await fakeContext();
    const app = createApp(fake.context);
    const headers = { host: "localhost:8000" };
    const answer = await app.request(`http://localhost:8000/api/end-watch/${SECRET}`, { method: "POST", headers });
    assertEquals(answer.status, 200);
    assertEquals(fake.seen.map(({ method, path }) => `${method} ${path}`), [`POST /report/end-watch/${SECRET}`]);
    await fake.close();
  });

  it("says nothing about the link while the members service does not answer, and counts no guess", async () => {
    let answer = () => Promise.resolve(Response.json({ error: "" }, { status: 503 }));
    const fake = await fakeContext({ services: { members: () => answer() } });
    const app = createApp(fake.context);
    const press = async () => {
      const headers = { host: "localhost:8000", accept: "text/html" };
      const shown = await app.request(`http://localhost:8000/api/end-watch/${SECRET}`, { method: "POST", headers });
      return [shown.status, /no longer valid/.test(await shown.text())];
    };
    for (let n = 0; n <= GUESSES; n++) assertEquals(await press(), [503, false]);
    answer = () => Promise.reject(new TypeError("down"));
    assertEquals(await press(), [502, false]);
    answer = () => Promise.reject(new ServiceDown("not called"));
    assertEquals(await press(), [503, false]);
    answer = () => Promise.resolve(Response.json({ error: "" }, { status: 404 }));
    assertEquals(await press(), [404, true]);
    await fake.close();
  });

  it("SECURITY X2: limits guesses, and exists at no other address", async () => {
    let status = 404;
    const members = () => Promise.resolve(Response.json({ error: "" }, { status }));
    const fake = await fakeContext({ services: { members } });
    const app = createApp(fake.context);
    const call = async (path: string) => {
      const headers = { host: "localhost:8000" };
      const answer = await app.request(`http://localhost:8000${path}/${SECRET}`, { method: "POST", headers });
      await answer.body?.cancel();
      return answer.status;
    };
    assertEquals(await call("/services/report/end-watch"), 404);
    assertEquals(fake.seen.length, 0);
    for (let n = 0; n < GUESSES; n++) assertEquals(await call("/api/end-watch"), 404);
    assertEquals(await call("/api/end-watch"), 429);
    // A right link works whatever others guessed.
    status = 200;
    assertEquals(await call("/api/end-watch"), 200);
    await fake.close();
  });
});
