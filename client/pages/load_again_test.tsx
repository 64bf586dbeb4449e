/** What a screen keeps when it loads its data again. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { reportedErrors, show } from "../../tests/support/app/component.ts";
import { NetworkError } from "../api/http.ts";
import { useLoaded } from "../lib/browser/use_loaded.ts";

it("a failed reload keeps what was loaded, and the next one renews it", async () => {
  const answers = [() => "first", fails, () => "second", fails];
  function fails(): string {
    throw new NetworkError("no connection");
  }
  const Part = () => {
    const { loaded, reload, again } = useLoaded(async () => await Promise.resolve(answers.shift()?.() ?? "none left"));
    return (
      <>
        <p data-testid="said">
          {loaded.kind === "loaded" ? `${loaded.value}${loaded.isStale ? ", maybe old" : ""}` : loaded.kind}
        </p>
        <button type="button" data-testid="reload" onClick={reload}>Reload</button>
        <button type="button" data-testid="again" onClick={again}>Again</button>
      </>
    );
  };
  const shown = await show(<Part />);
  const said = [shown.at("said").textContent];
  for (const press of ["reload", "reload", "again"]) {
    await shown.press(press);
    said.push(shown.at("said").textContent);
  }
  assertEquals(said, ["first", "first, maybe old", "second", "failed"]);
  await shown.close();
});

it("W-SENTRY-04: an answer that the app itself can't read is reported, also where the old data stays", async () => {
  const failure = new TypeError("not a list");
  const answers = [() => "first", fails, fails];
  function fails(): string {
    throw failure;
  }
  const Part = () => {
    const { loaded, reload, again } = useLoaded(async () => await Promise.resolve(answers.shift()?.() ?? "none left"));
    return (
      <>
        <p data-testid="said">{loaded.kind}</p>
        <button type="button" data-testid="reload" onClick={reload}>Reload</button>
        <button type="button" data-testid="again" onClick={again}>Again</button>
      </>
    );
  };
  const shown = await show(<Part />);
  assertEquals(await reportedErrors(() => shown.press("reload")), [failure]);
  assertEquals(await reportedErrors(() => shown.press("again")), [], "once");
  assertEquals(shown.at("said").textContent, "failed");
  await shown.close();
});
