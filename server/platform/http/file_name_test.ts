import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { attachment } from "./file_name.ts";

describe("a download's file name", () => {
  it("is given in ASCII and in its own script", () => {
    assertEquals(
      attachment("报告 Ünal.pdf"),
      "attachment; filename=\"__ _nal.pdf\"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%C3%9Cnal.pdf",
    );
  });
  it("can neither end the header, nor leave the folder, nor be empty", () => {
    for (const name of ['a"; x="b', "a\r\nset-cookie: x=1", "../../etc/passwd", "\u202Efdp.exe", "", "x".repeat(999)]) {
      const header = attachment(name);
      assertMatch(header, /^attachment; filename="[^"\\/\r\n%]+"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/);
      assert(header.length < 2_000);
    }
  });
});
