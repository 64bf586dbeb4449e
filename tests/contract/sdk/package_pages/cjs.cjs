const { Payrails } = require("@payrails/web-sdk");
const { begin } = require("./pay.js");
globalThis.start = (init) => begin(Payrails, init);
