import { CardForm, CardList, Dropin, PaymentButton, PayrailsProvider, usePayrails } from "@payrails/web-sdk/react";
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
    <PayrailsProvider init={{ ...init }} on={{ success: note("success") }}>
      <Methods />
      {kind === "dropin" ? <Dropin events={events} /> : (
        <>
          <CardForm appearance={{ colorPrimary: renders > 0 ? "#118833" : "#0055ff" }} />
          <PaymentButton events={events} on={{ stateChanged: note("stateChanged") }} />
        </>
      )}
    </PayrailsProvider>
  );
}

// The shopper changes the language of the page, and the merchant's own texts with it.
function Multilingual({ init }) {
  const [{ locale, form, button, dropin, list }, setTexts] = useState({});
  globalThis.speak = setTexts;
  return (
    <PayrailsProvider init={{ ...init }} options={{ locale }}>
      <CardForm showStoreInstrumentCheckbox showAddressSelector translations={form} />
      <PaymentButton translations={button} />
      <CardList translations={list} />
      <Dropin translations={dropin} paymentMethodsConfiguration={{ preselectFirstPaymentOption: true }} />
    </PayrailsProvider>
  );
}

// The provider stands above the pages, as in a shop with a router; the checkout may be opened again and again.
function Site({ init }) {
  const [visit, setVisit] = useState(0);
  globalThis.visit = setVisit;
  return (
    <PayrailsProvider init={{ ...init }}>
      <Methods />
      {visit > 0 ? <Checkout key={visit} visit={visit} /> : null}
    </PayrailsProvider>
  );
}

function Checkout({ visit }) {
  const note = (name) => () => void seen.push([name, visit]);
  return (
    <section data-visit={visit}>
      <CardForm events={{ onReady: note("onReady") }} />
      <PaymentButton events={visit === 1 ? { onFailed: note("onFailed") } : { onSuccess: note("onSuccess") }} />
    </section>
  );
}

globalThis.seen = [];
globalThis.start = (init, kind = "form") => {
  const root = createRoot(document.querySelector("#card"));
  root.render(
    <StrictMode>
      {kind === "site"
        ? <Site init={init} />
        : kind === "multilingual"
        ? <Multilingual init={init} />
        : <Shop init={init} kind={kind} />}
    </StrictMode>,
  );
  globalThis.stop = () => root.unmount();
};
