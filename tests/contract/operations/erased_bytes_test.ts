/** After an erasure the files of SQLite hold no byte of the person, neither while the server runs nor after its stop. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { createVisitor } from "../../support/app/http_visitor.ts";
import { openConsole } from "../../support/console/console_fixture.ts";

const NAME = "Zoe Quillfeather";
const OWN = "+16502530777";
const LOOKED_UP = "+16502530888";
const FILES = ["trustcheck.db", "trustcheck.db-wal"];

describe("the files of SQLite after an erasure", () => {
  for (const by of ["operator", "member"] as const) {
    it(`O-CONSOLE-36: of a person erased by the ${by}, no file holds address, name or numbers`, async () => {
      const fixture = await openConsole();
      const { context, clock } = fixture;
      const folder = context.config.dataDir;
      const email = `zoe-${by}@mail.example`;
      const parts = [email, NAME, OWN, LOOKED_UP];
      const found = async () => {
        const texts = await Promise.all(FILES.map(async (file) => {
          const bytes = await Deno.readFile(`${folder}/${file}`).catch(() => new Uint8Array());
          return new TextDecoder("latin1").decode(bytes).toLowerCase();
        }));
        return parts.filter((part) => texts.some((text) => text.includes(part.toLowerCase())));
      };
      const work = async () => {
        clock.advance(60_000);
        for (const each of context.works) await each();
      };
      try {
        const visitor = createVisitor(context);
        const id: string = (await visitor.buy("tck_3month_plan", email)).body.subscription_id;
        const { idToken, uid } = await visitor.signIn(email, NAME);
        const headers = { "x-id-token": idToken };
        const claims = { subscription_id: id, email, firebase_id: uid, apple_token: "", attribution: {} };
        assertEquals((await visitor.post("/subs/finalize", claims, headers)).status, 200);
        const ask = { user_id: uid, phone_number: LOOKED_UP, subscription_id: id, name: "", email };
        assertEquals((await visitor.post("/services/report", ask, headers)).status, 200);
        await visitor.post("/services/profile/own-number", { phone_number: OWN, country: "US" }, headers);
        await work();
        assertEquals(await found(), parts);
        if (by === "operator") {
          const support = await fixture.operator("support");
          const asked = await support.post("/api/admin/acts/preview", { act: "erase", customer_id: `acc-${uid}` });
          const { token } = asked.body;
          const { status } = await support.post("/api/admin/acts/confirm", { token, reason: "asked to" });
          assertEquals(status, 200);
        } else {
          const gone = await visitor.post("/services/profile/delete", { confirm: "delete" }, headers);
          assertEquals(gone.status, 200, JSON.stringify(gone.body));
          await visitor.post("/identitytoolkit.googleapis.com/v1/accounts:delete?key=k", { idToken });
        }
        assertEquals((await found()).filter((part) => part !== email), [], "at once, but for the email that waits");
        // The word about the cancellation is sent, and the hourly deletion runs.
        await work();
        clock.advance(3_600_000);
        await work();
        assertEquals(await found(), [], "while the server runs");
        await fixture.stop();
        assertEquals(await found(), [], "after its stop");
      } finally {
        await fixture.close();
      }
    });
  }
});
