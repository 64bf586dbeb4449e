import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkReports, writeReports } from "./api_report.ts";
import { withoutMissingClasses } from "./types.ts";

describe("the API report", () => {
  it("refuses a public API that no report shows, and names the command that renews the reports", async () => {
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-report-" });
    const reports = new Map([["index.api.md", "export class Payrails {}"], ["vault.api.md", "export class Vault {}"]]);
    const refuses = (changed: ReadonlyMap<string, string>) =>
      assertRejects(() => checkReports(folder, changed), Error, "index.api.md: run `deno task api-report` and commit");
    try {
      await refuses(new Map([["index.api.md", "never written"]]));
      await writeReports(folder, reports);
      await checkReports(folder, reports);
      await refuses(new Map([...reports, ["index.api.md", "export class Payrails { pay(): void }"]]));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("exports a class as a type where the module has no such value", () => {
    const text = "export declare class Client {}\nexport declare abstract class Form {}\nexport declare const ONE = 1;";
    assertEquals(
      withoutMissingClasses(text, ["Client", "ONE"]),
      "export declare class Client {}\ndeclare abstract class Form {}\nexport declare const ONE = 1;\nexport type { Form };\n",
    );
  });
});
