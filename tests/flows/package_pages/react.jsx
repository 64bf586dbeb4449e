import { CardForm, Dropin, PaymentButton, PayrailsProvider, usePayrails } from "@payrails/web-sdk/react";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

function Methods() {
  return <p id="methods">{usePayrails()?.getAvailablePaymentMethods().join(" ")}</p>;
}

// Renders anew while the shopper types; nothing typed may be lost by it.
function Shop({ init, kind }) {
  const [renders, setRenders] = useState(0);
  globalThis.renderAgain = () => setRenders(renders + 1);
  const note = (name) => (...given) => {
    seen.push([name, ...given.map((each) => JSON.parse(JSON.stringify(each))), renders]);
    return true;
  };
  const events = { onSuccess: note("onSuccess"), onFailed: note("onFailed") };
  return (
    <PayrailsProvider init={{ ...init }}>
      <Methods />
      {kind === "dropin" ? <Dropin events={events} /> : (
        <>
          <CardForm appearance={{ colorPrimary: renders > 0 ? "#118833" : "#0055ff" }} />
          <PaymentButton events={events} />
        </>
      )}
    </PayrailsProvider>
  );
}

globalThis.seen = [];
globalThis.start = (init, kind = "form") => {
  const root = createRoot(document.querySelector("#card"));
  root.render(
    <StrictMode>
      <Shop init={init} kind={kind} />
    </StrictMode>,
  );
  globalThis.stop = () => root.unmount();
};
