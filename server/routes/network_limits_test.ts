/** Limits of networks and in total: no customer of a provider, who has many networks, locks all others out. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { type SharedLimits, takeOfNetwork } from "../db/rate_limits.ts";
import { ENVELOPES } from "../embedded/errors/errors.ts";
import { EVENTS as FUNNEL_EVENTS } from "./api/funnel_events.ts";
import { SESSIONS } from "./api/apple_pay/validate_merchant.ts";
import { REPORTS } from "./csp_report.ts";
import { CALLS, EMAILS } from "./services/identity.ts";
import { PAGES } from "./services/identity_pages.ts";

/** Counts within one window. */
function countedInMemory(): SharedLimits {
  const counts = new Map<string, number>();
  return {
    take({ name, points, windowMs }, place, taken = 1) {
      const count = (counts.get(`${name} ${place}`) ?? 0) + taken;
      counts.set(`${name} ${place}`, count);
      return Promise.resolve(count > points ? windowMs : 0);
    },
    waitMs: () => Promise.resolve(0),
    giveBack: () => Promise.resolve(false),
  };
}

describe("the limits of networks", () => {
  for (const limit of [ENVELOPES, FUNNEL_EVENTS, SESSIONS, REPORTS, CALLS, EMAILS, PAGES]) {
    it(`${limit.one.name}: the networks of one customer leave at least three quarters of the total to others`, async () => {
      const limits = countedInMemory();
      const tenth = limit.one.points / 10;
      const passed = async (ip: string, tenths: number) => {
        let count = 0;
        for (let call = 0; call < tenths; call++) {
          if (await takeOfNetwork(limits, limit, ip, tenth)) count += tenth;
        }
        return count;
      };
      let ofSite = 0;
      for (let at = 0; at < 256; at++) ofSite += await passed(`2001:db8:0:${at.toString(16)}::1`, 11);
      assertEquals(ofSite >= limit.one.points && ofSite <= limit.all.points / 4, true, String(ofSite));
      for (const other of ["2001:db8:1::1", "2001:db8:2::1", "203.0.113.9"]) {
        assertEquals(await passed(other, 10), limit.one.points);
      }
    });
  }
});
