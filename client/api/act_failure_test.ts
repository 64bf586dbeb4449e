import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import * as z from "zod/mini";
import { reportedErrors } from "../../tests/support/app/component.ts";
import { actSentence, UNKNOWN_END } from "./act_failure.ts";
import { NetworkError, ResponseError, TimeoutError } from "./http.ts";

const said = (reason: unknown) => actSentence(reason, { refused: "Nothing was deleted." });

describe("the failure of an act", () => {
  it("W-SENTRY-04: without a clear answer denies nothing, and says to look again; a fault of the app is reported", async () => {
    const unreadable = z.safeParse(z.string(), 1).error;
    const unclear: unknown[] = [
      new TimeoutError("late"),
      new NetworkError("down"),
      unreadable,
      new ResponseError(502, "<html>"),
      new ResponseError(500, { error: "Something went wrong", code: "internal" }),
      new ResponseError(503, { error: "A service we need isn't responding.", code: "service_down" }),
    ];
    const ofSdk = (code: string) =>
      Object.assign(new Error("No."), { name: "PayrailsError", code: `payrails:${code}` });
    unclear.push(ofSdk("client:vault.connection"), ofSdk("client:vault.network"));
    const fault = ofSdk("client:setup");
    unclear.push(fault);
    const reported = await reportedErrors(async () => {
      await Promise.resolve();
      for (const reason of unclear) assertEquals(said(reason), UNKNOWN_END);
    });
    assertEquals(reported, [unreadable, fault]);
    assertEquals(actSentence(new NetworkError("down"), { unknown: "Look again.", refused: "" }), "Look again.");
  });

  it("of a refusal has the server's own words, or else those of the place", () => {
    assertEquals(said(new ResponseError(409, { error: "It has ended." })), "It has ended.");
    assertEquals(said(new ResponseError(404, "")), "Nothing was deleted.");
    const kept = { error: "We couldn't delete the saved cards.", code: "cards_not_deleted" };
    assertEquals(said(new ResponseError(502, kept)), kept.error);
  });
});
