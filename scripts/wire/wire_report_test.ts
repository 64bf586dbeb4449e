/** The report of the wire is that of the code, and leaves no schema out. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { WIRE_MODULES, wireReport } from "./wire_report.ts";
import { listSources } from "../check/import_graph.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

describe("the report of the wire", () => {
  it("is docs/api/wire.json: `deno task api-report` renews it", async () => {
    const committed = JSON.parse(await Deno.readTextFile(`${ROOT}/docs/api/wire.json`));
    const current = JSON.parse(wireReport());
    for (const path of Object.keys(current)) assertEquals(current[path], committed[path], path);
    assertEquals(Object.keys(committed), Object.keys(current));
  });

  it("has every module that defines a schema", async () => {
    const modules = listSources(`${ROOT}/server/wire`).filter((path) => !path.endsWith("_test.ts"));
    for (const path of modules) {
      const text = await Deno.readTextFile(`${ROOT}/server/wire/${path}`);
      const definesSchemas = /export const \w*[sS]chema = /.test(text);
      assert(!definesSchemas || path.replace(/\.ts$/, "") in WIRE_MODULES, path);
    }
  });

  it("shows lengths, patterns and closed lists", () => {
    const { "billing/purchase": purchase, "members/report": report } = JSON.parse(wireReport());
    assertEquals(purchase.addressSchema.properties.first_name, { type: "string", maxLength: 100 });
    assertEquals(purchase.addressSchema.additionalProperties, false);
    assertEquals(report.BANDS, ["none", "some", "caution", "suspicious", "high"]);
    assertEquals(report.scoreSchema.properties.band.enum, report.BANDS);
  });
});
