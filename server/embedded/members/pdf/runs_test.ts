/** Where a text is split, so that each part is drawn in a font that has its letters. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { runsOf } from "./runs.ts";

const SPACE = "\u00a0";
const CASES: readonly (readonly [string, readonly (readonly [string, string | undefined])[]])[] = [
  ["For Ada Lovelace.", [["For Ada Lovelace.", undefined]]],
  ["For 山田 太郎.", [["For ", undefined], ["山田 太郎", "han"], [".", undefined]]],
  ["Kim (김철수)", [["Kim (", undefined], ["김철수", "hangul"], [")", undefined]]],
  ["अमिताभ शर्मा", [["अमिताभ शर्मा", "devanagari"]]],
  ["สมชาย ใจดี และ Ann", [["สมชาย ใจดี และ", "thai"], [" Ann", undefined]]],
  ["For שרה כהן-לוי.", [["For ", undefined], [`שרה${SPACE}כהן-לוי`, undefined], [".", undefined]]],
  ["محمد علي", [[`محمد${SPACE}علي`, undefined]]],
  ["王 Müller 李", [["王", "han"], [" Müller ", undefined], ["李", "han"]]],
  ["", []],
];

describe("runs", () => {
  for (const [text, expected] of CASES) {
    it(JSON.stringify(text), () => {
      assertEquals(runsOf(text).map((run) => [run.text, run.font]), expected.map(([part, font]) => [part, font]));
    });
  }
});
