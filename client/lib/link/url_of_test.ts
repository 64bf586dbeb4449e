import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { urlOf } from "./url_of.ts";
import { continueUrlOf } from "../../features/session/purchase_key.ts";
import { buildAttribution, foreignReferrer } from "../../features/tracking/attribution.ts";
import { createScrubber, GONE } from "../../features/tracking/scrub.ts";

const OWN = "https://check.example";
const SOURCES = {
  link: { campaign: {}, idfm: "" },
  stored: {},
  storedReferrer: "",
  storedIdfm: "",
  cookies: "",
  pageUrl: `${OWN}/trustcheck/?step=payment&t=proof`,
  userAgent: "",
  consented: true,
};

describe("addresses in Safari 16, which has no URL.canParse and no size of URLSearchParams", () => {
  it("are read, and what is no address is not", () => {
    const { canParse } = URL;
    const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, "size");
    Reflect.deleteProperty(URL, "canParse");
    Reflect.deleteProperty(URLSearchParams.prototype, "size");
    try {
      assertEquals([urlOf(`${OWN}/a`)?.pathname, urlOf("nonsense"), urlOf("")], ["/a", undefined, undefined]);
      const continued = (url: string) => continueUrlOf(`?continueUrl=${encodeURIComponent(url)}`, OWN)?.pathname;
      assertEquals([continued(`${OWN}/b`), continued("https://evil.example/b"), continued("b")], [
        "/b",
        undefined,
        undefined,
      ]);
      assertEquals(
        buildAttribution({ ip: "", country: "" }, SOURCES).event_source_url,
        `${OWN}/trustcheck/?step=payment`,
      );
      assertEquals(foreignReferrer("https://news.example/a", "check.example"), "https://news.example/a");
      const { text } = createScrubber({ origin: OWN, base: "/trustcheck" });
      assertEquals([text("https://news.example/ana"), text("https://a.example:99999/")], [
        "https://news.example/",
        GONE,
      ]);
    } finally {
      Object.assign(URL, { canParse });
      if (size !== undefined) Object.defineProperty(URLSearchParams.prototype, "size", size);
    }
  });
});
