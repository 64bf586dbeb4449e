import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { saveFile } from "./save_file.ts";

describe("saving a file", () => {
  it("clicks a link with its name, and frees its memory a minute later", () => {
    const did: string[] = [];
    const link = {
      href: "",
      download: "",
      click: () => did.push(`click ${link.download}`),
      remove: () => did.push("remove"),
    };
    const { createObjectURL, revokeObjectURL } = URL;
    const { setTimeout: later } = globalThis;
    const page = { createElement: () => link, body: { append: () => did.push("append") } };
    Object.assign(globalThis, {
      document: page,
      setTimeout: (act: () => void, ms: number) => (did.push(`${ms}`), act()),
    });
    URL.createObjectURL = () => "blob:1";
    URL.revokeObjectURL = (url) => void did.push(`revoke ${url}`);
    try {
      saveFile(new Blob(["x"]), "TrustCheck list.csv");
    } finally {
      Object.assign(globalThis, { setTimeout: later });
      Reflect.deleteProperty(globalThis, "document");
      Object.assign(URL, { createObjectURL, revokeObjectURL });
    }
    assertEquals([link.href, did], ["blob:1", [
      "append",
      "click TrustCheck list.csv",
      "remove",
      "60000",
      "revoke blob:1",
    ]]);
  });
});
