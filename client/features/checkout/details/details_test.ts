import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { addressSchema } from "../../../../server/wire/billing/purchase.ts";
import { COUNTRIES } from "../../../lib/format/countries.ts";
import {
  checkDetails,
  type Details,
  isDetailsComplete,
  needsPostalCode,
  toAddress,
  WITHOUT_POSTAL_CODES,
} from "./details.ts";
import { BILLING_COUNTRY_CODES } from "./billing_countries.ts";
import { suggestEmail } from "./email_suggestion.ts";

const GOOD: Details = { email: "ana@example.com", firstName: "Ana", lastName: "", country: "US", postalCode: "94043" };

/** Countries with a calling code in which no shopper is asked for a postal code. */
const POSTLESS =
  "AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GN GQ GY HK IE JM KI KM KN KP LC " +
  "LY ML MO MR MS MW NA NR NU PA QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TT TV TZ UG VU WS YE ZW";

describe("details", () => {
  it("W-VALID-14: every field says in one sentence what to correct", () => {
    const rows: readonly (readonly [Partial<Details>, readonly string[]])[] = [
      [{}, []],
      [{ email: "" }, ["email"]],
      [{ email: "ana" }, ["email"]],
      [{ email: "ana@example" }, ["email"]],
      [{ email: "a;b@example.com" }, ["email"]],
      [{ email: `${"a".repeat(320)}@example.com` }, ["email"]],
      [{ email: "  ana@example.com " }, []],
      [{ firstName: "x".repeat(101) }, ["firstName"]],
      [{ country: "" }, ["country"]],
      [{ postalCode: "" }, ["postalCode"]],
      [{ postalCode: "9404" }, ["postalCode"]],
      [{ postalCode: " 94043 " }, []],
      [{ postalCode: "94043-1351" }, []],
      [{ postalCode: "940431351" }, []],
      [{ postalCode: "94043-135" }, ["postalCode"]],
      [{ country: "GB", postalCode: "SW1A 1AA" }, []],
      [{ country: "GB", postalCode: "sw1a 1aa" }, []],
      [{ country: "GB", postalCode: "<b>" }, ["postalCode"]],
      [{ country: "GB", postalCode: "A".repeat(20) }, []],
      [{ country: "GB", postalCode: "A".repeat(21) }, ["postalCode"]],
      [{ country: "AE", postalCode: "" }, []],
    ];
    for (const [change, wrong] of rows) {
      const details = { ...GOOD, ...change };
      assertEquals(Object.keys(checkDetails(details)), wrong, JSON.stringify(change));
      assertEquals(isDetailsComplete(details), wrong.length === 0);
    }
  });

  it("W-VALID-14: an email without its @, and one that is too long, are told as such", () => {
    const said = (email: string) => checkDetails({ ...GOOD, email }).email ?? "";
    assertMatch(said("ana"), /needs an @/);
    assertMatch(said(`${"a".repeat(320)}@example.com`), /too long/);
    assertMatch(said("ana@example"), /doesn't look like/);
  });

  it("every inhabited country can be chosen, each once", () => {
    assertEquals([BILLING_COUNTRY_CODES.length, new Set(BILLING_COUNTRY_CODES).size], [245, 245]);
    assertEquals(BILLING_COUNTRY_CODES.filter((code) => !/^[A-Z]{2}$/.test(code)), []);
  });

  it("asks for the code under the name of its field", () => {
    const asked = (country: string) => checkDetails({ ...GOOD, country, postalCode: "" }).postalCode;
    assertMatch(asked("US") ?? "", /the ZIP code of/);
    assertMatch(asked("GB") ?? "", /the postal code of/);
  });

  it("asks for no postal code in the 71 countries that have none, and for one everywhere else", () => {
    const without = COUNTRIES.map(({ code }) => code).filter((code) => !needsPostalCode(code));
    assertEquals(without.sort().join(" "), POSTLESS);
    const curacaoAndItsNeighbours = ["CW", "SX", "BQ"].map((code) =>
      checkDetails({ ...GOOD, country: code, postalCode: "" })
    );
    assertEquals(curacaoAndItsNeighbours, [{}, {}, {}]);
    assertEquals([...WITHOUT_POSTAL_CODES].filter((code) => !BILLING_COUNTRY_CODES.includes(code)), []);
    assertEquals([needsPostalCode(""), needsPostalCode("US"), needsPostalCode("IE")], [false, true, false]);
  });

  it("W-ADDR-01: the payment address has its nine fields, empty text where the form did not ask", () => {
    const address = toAddress({ ...GOOD, firstName: " Ana ", lastName: " Lee ", postalCode: " 94043 " });
    assertEquals(addressSchema.parse(address), {
      first_name: "Ana",
      last_name: "Lee",
      country: "US",
      state: "",
      zip: "94043",
      city: "",
      address: "",
      address2: "",
      phone: "",
    });
    assertEquals(toAddress({ ...GOOD, country: "AE" }).zip, "");
  });
});

describe("mistyped email domains", () => {
  it("get a suggested correction, and correct ones get none", () => {
    const rows: readonly (readonly [string, string | undefined])[] = [
      ["ana@gmial.com", "ana@gmail.com"],
      ["ana@gmail.con", "ana@gmail.com"],
      ["ana@hotmial.com", "ana@hotmail.com"],
      ["ana@yaho.com", "ana@yahoo.com"],
      ["Ana.B@GMAI.COM", "Ana.B@gmail.com"],
      ["ana@outlok.com", "ana@outlook.com"],
      ["ana@my-firm.con", "ana@my-firm.com"],
      ["ana@gmail.com", undefined],
      ["ana@gmx.de", undefined],
      ["ana@example.com", undefined],
      ["ana@me.co", "ana@me.com"],
      ["ana@web.dev", "ana@web.de"],
      ["ana@company.io", undefined],
      ["ana@gxm.de", "ana@gmx.de"],
      ["ana@hotmail.it", undefined],
      ["ana@outlook.fr", undefined],
      ["ana@live.fr", undefined],
      ["ana", undefined],
      ["@gmial.com", undefined],
    ];
    for (const [typed, expected] of rows) assertEquals(suggestEmail(typed), expected, typed);
  });

  it("are never corrected to another common provider, and a doubled letter is removed", () => {
    const known = [
      "gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr yahoo.es yahoo.de yahoo.it yahoo.ca",
      "ymail.com hotmail.com hotmail.co.uk hotmail.fr hotmail.es hotmail.de hotmail.it hotmail.be",
      "outlook.com outlook.de outlook.es outlook.fr outlook.it outlook.com.br live.com live.co.uk",
      "live.fr live.de live.it live.nl live.ca msn.com icloud.com me.com mac.com aol.com proton.me",
      "protonmail.com gmx.de gmx.net gmx.com gmx.at gmx.ch gmx.fr gmx.es web.de t-online.de freenet.de",
      "comcast.net verizon.net att.net sbcglobal.net bellsouth.net btinternet.com orange.fr free.fr",
      "libero.it mail.com email.com fastmail.com",
    ].join(" ").split(" ");
    for (const domain of known) {
      assertEquals(suggestEmail(`ana@${domain}`), undefined, domain);
      assertEquals(suggestEmail(`ana@${domain[0]}${domain}`), `ana@${domain}`, domain);
    }
  });

  it("have the endings that fingers miss corrected", () => {
    const endings = { con: "com", cmo: "com", ocm: "com", comm: "com", cpm: "com", vom: "com", xom: "com" };
    for (const [typed, ending] of Object.entries({ ...endings, nte: "net", ner: "net", ogr: "org" })) {
      assertEquals(suggestEmail(`ana@my-own-firm.${typed}`), `ana@my-own-firm.${ending}`);
    }
  });
});
