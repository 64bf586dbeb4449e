import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { asModule } from "./flat_react_dom.ts";

describe("React's renderer as a module", () => {
  it("imports each required module once, and keeps its exports", () => {
    const text = '"use strict";\nvar S = require("scheduler"), R = require("react"), T = require("scheduler");\n' +
      'exports.createRoot = function () {};\nexports.version = "1";\n';
    assertEquals(
      asModule(text),
      'import needed0 from "scheduler";\nimport needed1 from "react";\n' +
        '"use strict";\nvar S = needed0, R = needed1, T = needed0;\n' +
        'const exported_createRoot = function () {};\nconst exported_version = "1";\n\n' +
        "export { exported_createRoot as createRoot, exported_version as version };\n",
    );
  });

  it("a renderer of another form stops the build", () => {
    assertThrows(() => asModule("export const createRoot = 1;"), Error, "not written as it was");
  });
});
