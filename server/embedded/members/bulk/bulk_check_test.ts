/** Bulk checks: files as spreadsheets write them, one credit a row, rows that cost nothing, races, files out. */
import { readAnswer } from "../../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  BATCH_MAX_CHARS,
  batchesSchema,
  type BatchEvent,
  batchEventSchema,
  batchSchema,
} from "../../../wire/members/batch.ts";
import type { Language } from "../../../wire/site/languages.ts";
import { reportSchema } from "../../../wire/members/report.ts";
import { cpuTimeMs } from "../../../../tests/support/cpu_time.ts";
import { LISTS } from "../api/bulk_routes.ts";
import { KEPT_BULK_CHECKS } from "./bulk_check.ts";
import { readBulkInput } from "./bulk_input.ts";
import { parseCsv, writeCsv } from "./csv.ts";
import { type MembersFixture, openMembersFixture, subscription } from "../testing/fixture.ts";

describe("reading files", () => {
  const files: readonly (readonly [string, string, readonly string[]])[] = [
    ["one number a line", "+16502530000\n+442079460000", ["+16502530000", "+442079460000"]],
    ["commas, quotes and a heading", 'name,phone\r\n"Ada ""A"", L",+1 650 253 0000\r\n', ["+1 650 253 0000"]],
    ["semicolons and a heading in German", "Name;Rufnummer\nOtto;030 23125 000", ["030 23125 000"]],
    ["tabs and a byte-order mark", "\uFEFFa\tTel\nx\t0891234567", ["0891234567"]],
    ["a line break inside quotes", '"+1 650\n2530000",x', ["+1 650\n2530000"]],
    ["no heading, numbers in the second column", "Ada,+16502530000\nBob,+16502530001", [
      "+16502530000",
      "+16502530001",
    ]],
    ["our own file with its apostrophe", "number\r\n'+16502530000\r\n", ["+16502530000"]],
    ["cells with the other delimiters", "name, note\nA, b;c;+1\n+16502530000, d;e;f", ["A", "+16502530000"]],
    ["a quote that never closes", 'x"y,+16502530000\n"open,1', ["+16502530000"]],
    ["a heading of another number before", "Order number,Phone\n4829137755,+16502530000", ["+16502530000"]],
    ["a heading that only contains such a word", "Cancelled,Mobile\n2026110900,+16502530000", ["+16502530000"]],
    ["a Spanish heading after that of an order", "Pedido;Celular\n4829137755;91 123 45 67", ["91 123 45 67"]],
    ["one with an accent", "Código;Móvil\n4829137755;612 34 56 78", ["612 34 56 78"]],
    ["one that is short", "N.º de pedido;Tel.\n4829137755;612 34 56 78", ["612 34 56 78"]],
    ["a German heading after that of a customer", "Kundennummer;Mobil\n4829137755;0171 2345678", ["0171 2345678"]],
    ["a heading with part of such a word", "Immobilie;Mobilnummer\n4829137755;0171 2345678", ["0171 2345678"]],
    ["a heading that says no more than number", "Kundennummer;Nummer\n4829137755;0171 2345678", ["0171 2345678"]],
    ["the same in Spanish", "Pedido;Número\n4829137755;612 34 56 78", ["612 34 56 78"]],
    ["no known heading, and numbers that start with +", "Pedido;Contacto\n4829137755;+34612345678\n4829137756;", [
      "+34612345678",
    ]],
    ["no known heading, and numbers in use", "Beleg;Kontakt\n4829137755;0034 612 345 678", ["0034 612 345 678"]],
    ["a heading of an order's number, and numbers with +", "Número de pedido;Contacto\n4829137755;+34612345678", [
      "+34612345678",
    ]],
    ["two headings of phone numbers, one of them empty", "Home phone,Mobile phone\n,+16502530000\n,+16502530001", [
      "+16502530000",
      "+16502530001",
    ]],
    ["a heading above digits of another script", "हमारे,फ़ोन\nA,०९८७६५४३२१०\nB,٠٥٠١٢٣٤٥٦٧", [
      "०९८७६५४३२१०",
      "٠٥٠١٢٣٤٥٦٧",
    ]],
    ["empty lines between", "\n+16502530000\n\n\n+16502530001\n", ["+16502530000", "+16502530001"]],
  ];
  for (const [title, csv, numbers] of files) {
    it(title, () => {
      const input = readBulkInput(csv, "");
      assertEquals(input.kind === "lines" ? input.lines.map((line) => line.text) : [input.refusal.code], [...numbers]);
    });
  }
  it("finds national numbers by the country of the list", () => {
    const input = readBulkInput("Pedido,Contacto\n4829137755,612 34 56 78", "ES");
    assertEquals(input.kind === "lines" && input.lines, [{ line: 2, text: "612 34 56 78" }]);
  });
  it("explains why a file cannot be used", () => {
    const many = Array.from({ length: 51 }, (_, at) => `+1650253${1000 + at}`).join("\n");
    for (const [csv, words] of [["", /empty/], ["\n\n", /empty/], [many, /51 numbers, and the limit is 50/]] as const) {
      const input = readBulkInput(csv, "");
      assertMatch(input.kind === "unusable" ? input.refusal.error : "", words);
    }
  });
  it("blocks no other request for long, however wide one line and however many the others", () => {
    const half = BATCH_MAX_CHARS / 2;
    const wide = `1${",".repeat(half - 3)}1\n${"1\n".repeat(half / 2)}`;
    const digits = "482913,".repeat(BATCH_MAX_CHARS / 7);
    assertEquals(wide.length, BATCH_MAX_CHARS);
    for (const [csv, code] of [[wide, "list_long"], [digits, ""]] as const) {
      const startedMs = cpuTimeMs();
      const input = readBulkInput(csv, "US");
      const tookMs = cpuTimeMs() - startedMs;
      assertEquals(input.kind === "unusable" ? input.refusal.code : "", code);
      assert(tookMs < 1_000, `${tookMs.toFixed(0)} ms`);
    }
  });
});

describe("writing files", () => {
  it("writes and reads every text unchanged, by RFC 4180", () => {
    const rows = [["a", 'say "hi"', "x,y", "line\r\nbreak", " space ", ""], ["ü", "名前", "1", "2", "3", "4"]];
    assertEquals(parseCsv(writeCsv(rows)), rows);
  });
  it("writes no cell that a spreadsheet would run as a formula", () => {
    const bad = ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", " =1", "＝1", "|cmd", "%0A=1", "\u200B=1"];
    for (const [cell = ""] of parseCsv(writeCsv(bad.map((text) => [text])))) assertMatch(cell, /^'/);
    assertEquals(writeCsv([[-5]]), "\uFEFF-5\r\n");
  });
});

describe("POST /report/batch", () => {
  /** A row of the file without a result: score, risk, country, place, line, carrier and reasons are empty. */
  const unchecked = (known: readonly string[], note: string) => [...known, ...Array<string>(7).fill(""), note];
  let h: MembersFixture;
  beforeEach(async () => {
    h = await openMembersFixture();
    h.rows.set("sub-ada", subscription("sub-ada", { credits: 3 }));
  });
  afterEach(() => h.close());
  const send = (csv: string, as = "ada", change: Record<string, unknown> = {}) =>
    h.call("POST", "/report/batch", {
      as,
      body: { subscription_id: "sub-ada", name: "list", csv, country: "US", ...change },
    });
  async function run(csv: string): Promise<readonly BatchEvent[]> {
    const answer = await send(csv);
    assertEquals(answer.status, 200, answer.text);
    return answer.text.trimEnd().split("\n").map((line) => readAnswer(batchEventSchema, JSON.parse(line)));
  }
  const statesOf = (events: readonly BatchEvent[]) =>
    events.flatMap((event) => event.type === "row" ? [event.row.state] : []);
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => `+1650253${1000 + at}`).join("\n");

  it("costs one credit a row; rows that are unreadable, repeated or beyond the credits cost nothing", async () => {
    const events = await run(`phone\n650 253 0000\nhello 12\n+16502530000\n+16502530001\n+16502530002\n+16502530003`);
    assertEquals(statesOf(events), ["checked", "unreadable", "repeated", "checked", "checked", "no_credit"]);
    const last = events.at(-1);
    assert(last?.type === "done");
    assertEquals([last.spent, last.credits, h.spends.size], [3, 0, 3]);
  });
  it("has the report of a number whose caller named a country, as it was checked before", async () => {
    const body = {
      user_id: "ada",
      phone_number: "+16502530000",
      subscription_id: "sub-ada",
      name: "",
      email: "",
    };
    const headers = { "x-claimed-country": "GB" };
    const { id } = readAnswer(reportSchema, (await h.call("POST", "/report", { as: "ada", body, headers })).body);
    const rows = (await run("+16502530000")).flatMap((event) => event.type === "row" ? [event.row] : []);
    assertEquals(rows.map(({ report_id, score, state }) => [report_id, score, state]), [[id, 30, "repeated"]]);
  });
  it("judges calls from abroad by where the member is, and not by the country of the list's numbers", async () => {
    const body = { subscription_id: "sub-ada", name: "list", csv: "45 29 12 34", country: "MR" };
    const answer = await h.call("POST", "/report/batch", { as: "ada", body, headers: { "x-country": "DE" } });
    const [first = ""] = answer.text.split("\n");
    const event = readAnswer(batchEventSchema, JSON.parse(first));
    assert(event.type === "row", first);
    assertEquals([event.row.e164, event.row.score], ["+22245291234", 25]);
  });
  it("does not use the plan's daily quota", async () => {
    await run(numbers(2));
    const used = await h.db.selectFrom("members_allowances").select("used").executeTakeFirst();
    assertEquals(used?.used ?? 0, 0);
  });
  it("stores of each row as much text as is read for a number", async () => {
    const wide = `1${" ".repeat(1_000)}x`;
    const [row] = await run(`"${wide}"`);
    assert(row?.type === "row");
    assertEquals([row.row.state, row.row.text.length], ["unreadable", 64]);
    const { body } = await h.db.selectFrom("members_batches").select("body").executeTakeFirstOrThrow();
    assert(body.length < 1_000, `${body.length}`);
  });
  it("takes thirty lists of a member within ten minutes, those without a readable number among them", async () => {
    for (let n = 0; n < LISTS.points; n++) await run("hello 12");
    const refused = await send("hello 12");
    assertEquals([refused.status, JSON.parse(refused.text).code], [429, "requests_limit"]);
    h.clock.advance(LISTS.windowMs);
    await run("hello 12");
  });
  it("keeps the newest lists of a member, and all of others", async () => {
    const list = { subscription_id: "s", name: "", body: "[]" };
    const lists = Array.from(
      { length: KEPT_BULK_CHECKS },
      (_, at) => ({ ...list, id: `${at}`, user_id: "ada", at_ms: at }),
    );
    await h.db.insertInto("members_batches").values([...lists, { ...list, id: "bob", user_id: "bob", at_ms: 0 }])
      .execute();
    await run(numbers(1));
    const kept = await h.db.selectFrom("members_batches").select("id").where("at_ms", "<", 10).execute();
    assertEquals(kept.map(({ id }) => id).toSorted(), ["1", "2", "3", "4", "5", "6", "7", "8", "9", "bob"]);
    const own = await h.db.selectFrom("members_batches").select("id").where("user_id", "=", "ada").execute();
    assertEquals(own.length, KEPT_BULK_CHECKS);
  });
  it("sends the rows one by one with the progress", async () => {
    const events = await run(numbers(3));
    const steps = events.flatMap((event) => event.type === "row" ? [[event.done, event.of]] : []);
    assertEquals(steps, [[1, 3], [2, 3], [3, 3]]);
  });
  it("spends nothing twice when the same list arrives three times at once", async () => {
    h.rows.set("sub-ada", subscription("sub-ada", { credits: 10 }));
    await Promise.all([run(numbers(4)), run(numbers(4)), run(numbers(4))]);
    assertEquals([h.spends.size, h.rows.get("sub-ada")?.credits], [4, 6]);
  });
  it("serves exactly as many rows as there are credits when five lists come at once", async () => {
    h.rows.set("sub-ada", subscription("sub-ada", { credits: 7 }));
    const lists = Array.from(
      { length: 5 },
      (_, list) => Array.from({ length: 4 }, (_, at) => `+1650253${2000 + list * 10 + at}`).join("\n"),
    );
    const events = (await Promise.all(lists.map(run))).flat();
    assertEquals(statesOf(events).filter((state) => state === "checked").length, 7);
    assertEquals(h.rows.get("sub-ada")?.credits, 0);
  });
  it("refuses invalid requests before any number is checked", async () => {
    const cases: readonly (readonly [number, () => ReturnType<typeof send>])[] = [
      [401, () => h.call("POST", "/report/batch", { body: {} })],
      [403, () => send(numbers(1), "eve")],
      [422, () => send(numbers(51))],
      [400, () => send("")],
      [400, () => send(numbers(1), "ada", { country: "usa" })],
    ];
    for (const [status, ask] of cases) assertEquals((await ask()).status, status);
    h.rows.set("sub-ada", subscription("sub-ada", { credits: 0 }));
    assertEquals((await send(numbers(1))).status, 402);
    assertEquals(await h.db.selectFrom("members_reports").selectAll().execute(), []);
  });
  it("checks again what was checked before without a credit, and refuses a list that nothing pays for", async () => {
    await run(numbers(3));
    assertEquals(h.rows.get("sub-ada")?.credits, 0);
    const again = await run(`${numbers(3)}\n+16502539999`);
    assertEquals(statesOf(again), ["repeated", "repeated", "repeated", "no_credit"]);
    assertEquals((await send("+16502539999\nhello")).status, 402);
    assertEquals((await send("hello")).status, 402);
    h.clock.advance(24 * 3_600_000);
    assertEquals((await send(numbers(3))).status, 402);
  });
  it("returns the list again and as a file, to its owner only", async () => {
    await run(numbers(2));
    const { batches } = readAnswer(batchesSchema, (await h.call("GET", "/report/batch", { as: "ada" })).body);
    const id = batches[0]?.id ?? "";
    const batch = readAnswer(batchSchema, (await h.call("GET", `/report/batch/${id}`, { as: "ada" })).body);
    assertEquals([batch.rows.length, batches[0]?.rows], [2, 2]);
    const file = await h.call("GET", `/report/batch/${id}/csv`, { as: "ada" });
    assertEquals(file.headers.get("content-type"), "text/csv; charset=utf-8");
    assertMatch(
      file.headers.get("content-disposition") ?? "",
      /^attachment; filename="[^"]+\.csv"; filename\*=UTF-8''/,
    );
    const [headings, ...lines] = parseCsv(file.text);
    assertEquals([headings?.slice(8), lines.length], [["Line type", "Carrier", "Why", "Note"], 2]);
    const again = readBulkInput(file.text, "");
    assertEquals(again.kind === "lines" && again.lines.map(({ text }) => text), ["+16502531000", "+16502531001"]);
    const strip = (text: string) => text.replace(/"requestId":"[^"]*"/, "");
    const other = await h.call("GET", `/report/batch/${id}`, { as: "eve" });
    const none = await h.call("GET", `/report/batch/${crypto.randomUUID()}`, { as: "eve" });
    assertEquals([other.status, strip(other.text)], [404, strip(none.text)]);
    assertEquals((await h.call("GET", `/report/batch/${id}/csv`, { as: "eve" })).status, 404);
  });
  const downloads: readonly (readonly [Language, readonly (readonly string[])[]])[] = [
    ["de", [
      [
        "Zeile",
        "Nummer in Ihrer Liste",
        "Nummer",
        "Ergebnis",
        "Bewertung",
        "Risikostufe",
        "Land",
        "Ort",
        "Anschlussart",
        "Netzbetreiber",
        "Gründe",
        "Hinweis",
      ],
      [
        "1",
        "+44 909 879 0123",
        "+449098790123",
        "Geprüft",
        "90",
        "hohes Risiko",
        "Vereinigtes Königreich",
        "",
        "Sonderrufnummer",
        "",
        "Für Filme und Beispiele reserviert; Sonderrufnummer",
        "",
      ],
      unchecked(
        ["2", "+49 151 12345678", "+4915112345678", "Nicht geprüft"],
        "Nicht geprüft: keine Prüfungen in Ihren Paketen",
      ),
      unchecked(
        ["3", "hello 12", "", "Keine Telefonnummer"],
        "Diese Nummer ist zu kurz. Fehlen Ziffern oder die Vorwahl? Wenn Ihr Telefon genau das angezeigt hat, war die Nummer vermutlich gefälscht.",
      ),
    ]],
    ["es", [
      [
        "Fila",
        "Número en tu lista",
        "Número",
        "Resultado",
        "Puntuación",
        "Nivel de riesgo",
        "País",
        "Ubicación",
        "Tipo de línea",
        "Operador",
        "Motivos",
        "Nota",
      ],
      [
        "1",
        "+44 909 879 0123",
        "+449098790123",
        "Comprobado",
        "90",
        "riesgo alto",
        "Reino Unido",
        "",
        "Tarificación especial",
        "",
        "Reservado para la ficción; Número de tarificación especial",
        "",
      ],
      unchecked(
        ["2", "+49 151 12345678", "+4915112345678", "Sin comprobar"],
        "Sin comprobar: no te quedan consultas extra",
      ),
      unchecked(
        ["3", "hello 12", "", "No es un número de teléfono"],
        "Ese número es demasiado corto. Comprueba si faltan cifras o el prefijo. Si tu teléfono mostró exactamente esto, es probable que quien llamó falsificara el número.",
      ),
    ]],
  ];
  for (const [language, rows] of downloads) {
    it(`downloads a list in the language of the page (${language}), as spreadsheets read it`, async () => {
      h.rows.set("sub-ada", subscription("sub-ada", { credits: 1 }));
      await run("+44 909 879 0123\n+49 151 12345678\nhello 12");
      const { batches } = readAnswer(batchesSchema, (await h.call("GET", "/report/batch", { as: "ada" })).body);
      const headers = { "accept-language": language };
      const file = await h.call("GET", `/report/batch/${batches[0]?.id ?? ""}/csv`, { as: "ada", headers });
      assertEquals([...file.bytes.slice(0, 3)], [0xEF, 0xBB, 0xBF]);
      assertEquals(parseCsv(file.text).map((cells) => cells.map((cell) => cell.replace(/^'/, ""))), rows);
    });
  }
});
