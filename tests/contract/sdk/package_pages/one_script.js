// A page with the single script, as far as possible without a browser: a call whose code is in the file beside the
// script.
const [here, alone] = Deno.args;
const session = { token: "t", execution: { id: "e", links: {}, initialResults: [] } };
const init = { version: "5", data: btoa(JSON.stringify(session)) };

async function run(src, calls) {
  // A browser knows the script's address while it runs for the first time.
  globalThis.document = { currentScript: { src }, addEventListener() {}, visibilityState: "visible" };
  (0, eval)(await Deno.readTextFile(new URL(src)));
  globalThis.document.currentScript = null;
  const { Payrails } = globalThis;
  const client = Payrails.init(init, { telemetry: { enabled: false } });
  for (const call of calls) {
    const answer = await call(client).catch((cause) => cause);
    console.log(answer?.code ?? answer, answer instanceof Payrails.PayrailsError);
  }
}

const remove = (client) => client.api({ operation: "deleteInstrument", resourceId: "i1" });
await run(here, [remove]);
await run(alone, [
  remove,
  (client) => client.giveUp(),
  async (client) => await client.collectContainer({ containerType: "COLLECT" }),
  (client) => client.isGooglePayAvailable(),
  (client) => client.isApplePayAvailable(),
]);
Deno.exit(0);
