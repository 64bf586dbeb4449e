/** The simulated year is reproducible by seed, and its policies end in the order that the documentation states. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { dunningTable, POLICIES, simulateYear } from "./dunning.ts";
import { draw } from "./world.ts";

const yearOf = (name: string, seed = 1) => {
  const policy = POLICIES[name];
  if (policy === undefined) throw new Error(`no policy ${name}`);
  return simulateYear(policy, { seed, members: 2_000 });
};

describe("a simulated year of renewals", () => {
  it("gives the same figures for the same seed, and others for another one", () => {
    for (const name of Object.keys(POLICIES)) {
      assertEquals(yearOf(name), yearOf(name), name);
      assertNotEquals(yearOf(name), yearOf(name, 2), name);
    }
    assertEquals(draw(1, 2, "a"), draw(1, 2, "a"));
  });

  for (const seed of [1, 2, 3]) {
    it(`retries by reason recover most, and are disputed less often than retries on fixed days (seed ${seed})`, () => {
      const [none, fixed, byReason] = [yearOf("none", seed), yearOf("fixed", seed), yearOf("by reason", seed)];
      const share = ({ recovered, declined }: typeof none) => recovered / declined;
      assert(share(byReason) > share(fixed) && share(fixed) > share(none));
      assert(byReason.keptCents > fixed.keptCents && fixed.keptCents > none.keptCents);
      assert(byReason.recoveredCents > fixed.recoveredCents && fixed.recoveredCents > none.recoveredCents);
      assert(byReason.disputes / byReason.renewals < fixed.disputes / fixed.renewals);
      assert(byReason.emails / byReason.declined < fixed.emails / fixed.declined);
    });
  }

  it("O-DUNNING-12: the page on dunning has the figures of the year with 10,000 members and seed 1", async () => {
    const page = await Deno.readTextFile(new URL("../../../docs/operations/dunning.md", import.meta.url));
    const section = page.split("## A simulated year")[1]?.split("\n## ")[0] ?? "";
    const rows = section.split("\n").filter((line) => line.startsWith("|") && !line.startsWith("| -"))
      .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
    assertEquals(rows, dunningTable().map((row) => [...row]));
    assertEquals(rows.length, 1 + Object.keys(POLICIES).length);
  });

  it("without dunning every declined renewal has one attempt and one email", () => {
    const { attempts, renewals, declined, recovered } = yearOf("none");
    assertEquals(attempts, renewals + declined - recovered);
  });
});
