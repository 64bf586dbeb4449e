// What can be mounted, and the code a shop writes for it: both from the same options, so that the code always matches
// what is shown.

/** Options as a developer would type them. */
export function written(value, indent = "") {
  if (Array.isArray(value)) return `[${value.map((each) => written(each)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const rows = Object.entries(value).map(([name, each]) => `${inner}${name}: ${written(each, inner)},`);
  return rows.length === 0 ? "{}" : `{\n${rows.join("\n")}\n${indent}}`;
}

const withEvents = (options) => {
  const text = written(options);
  return text === "{}" ? "{ events }" : `{\n  events,${text.slice(1)}`;
};

/** Options as attributes of a React component, and its events. */
const properties = (options) => Object.entries(options).map(([name, value]) => ` ${name}={${written(value)}}`).join("");

const FIELDS = ["CARD_NUMBER", "EXPIRATION_DATE", "CVV"];

function places(at, ids) {
  return ids.map((id) => at.appendChild(Object.assign(document.createElement("div"), { id })));
}

export const KINDS = {
  dropin: ({ address, save }) => {
    const options = {
      paymentMethodsConfiguration: {
        preselectFirstPaymentOption: true,
        cards: {
          showSingleExpiryDateField: true,
          showAddressSelector: address,
          showStoreInstrumentCheckbox: save,
          showAmount: true,
          // Pressing it shows what is missing.
          disablePaymentButton: false,
        },
      },
    };
    return {
      places: ["place"],
      code: `client.dropin(${withEvents(options)}).mount("#place");`,
      react: { names: ["Dropin"], elements: `<Dropin${properties(options)} events={events} />` },
      run: (client, { at, events }) => void client.dropin({ events, ...options }).mount(at),
    };
  },
  elements: ({ address, save }) => {
    const options = {
      showCardHolderName: true,
      showSingleExpiryDateField: true,
      showAddressSelector: address,
      showStoreInstrumentCheckbox: save,
    };
    // Pressing it shows what is missing.
    const pay = { showAmount: true, disabledByDefault: false };
    const button = `client.paymentButton(${withEvents(pay)}).mount("#button");`;
    return {
      places: ["form", "button"],
      code: `client.cardForm(${written(options)}).mount("#form");\n${button}`,
      react: {
        names: ["CardForm", "PaymentButton"],
        elements: `<CardForm${properties(options)} />\n<PaymentButton${properties(pay)} events={events} />`,
      },
      run: (client, { at, events, formEvents }) => {
        const [form, button] = places(at, ["form", "button"]);
        client.cardForm({ ...options, events: formEvents }).mount(form);
        client.paymentButton({ events, ...pay }).mount(button);
      },
    };
  },
  fields: () => {
    const options = { containerType: "COMPOSABLE", layout: [1, 2] };
    const create = `for (const type of ${written(FIELDS)}) container.create({ type });
container.mount("#fields");`;
    return {
      type: "secureFields",
      places: ["fields"],
      button: "Tokenize card",
      code: `const container = await client.collectContainer(${written(options)});
${create}
document.querySelector("#seal").addEventListener("click", async () => {
  const { isValid } = await container.validate();
  if (isValid) say(\`Sealed: \${(await container.collect()).encryptedData.length} characters\`);
});`,
      react: {
        names: ["usePayrails"],
        elements: "<Fields say={say} />",
        helper: `
function Fields({ say }) {
  const client = usePayrails();
  const [container, setContainer] = useState();
  useEffect(() => {
    if (client === undefined) return;
    const made = client.collectContainer(${written(options).replaceAll("\n", "\n    ")});
    for (const type of ${written(FIELDS)}) made.createCollectElement({ type });
    made.mount("#fields");
    setContainer({ made });
    return () => made.unmount();
  }, [client]);
  const seal = async () => {
    const { isValid } = await container.made.validate();
    if (isValid) say(\`Sealed: \${(await container.made.collect()).encryptedData.length} characters\`);
  };
  return (
    <>
      <div id="fields" />
      <button type="button" onClick={seal}>Tokenize card</button>
    </>
  );
}
`,
      },
      run: async (client, { at, write }) => {
        const [host, below] = places(at, ["fields", "button"]);
        const container = await client.collectContainer(options);
        for (const type of FIELDS) {
          const field = container.create({ type, required: true });
          for (const name of ["READY", "FOCUS", "BLUR", "CHANGE"]) {
            field.on(name, (state) => write(name, [type, { isValid: state?.isValid, value: state?.value }]));
          }
        }
        container.mount(host);
        const button = Object.assign(document.createElement("button"), {
          type: "button",
          textContent: "Tokenize card",
        });
        button.addEventListener("click", async () => {
          try {
            write("collect()", [await container.collect()]);
          } catch (error) {
            write("collect() refused", [error.message]);
          }
        });
        below.append(button);
      },
    };
  },
  wallets: () => ({
    places: ["google", "apple", "paypal"],
    react: {
      names: ["ApplePayButton", "GooglePayButton", "PaypalButton"],
      elements: `<GooglePayButton events={events} />
<ApplePayButton events={events} />
<PaypalButton events={events} />`,
    },
    code: `client.googlePayButton({ events }).mount("#google");
client.applePayButton({ events }).mount("#apple");
client.paypalButton({ events }).mount("#paypal");`,
    run: (client, { at, events }) => {
      const [google, apple, paypal] = places(at, ["google", "apple", "paypal"]);
      client.googlePayButton({ events }).mount(google);
      client.applePayButton({ events }).mount(apple);
      client.paypalButton({ events }).mount(paypal);
    },
  }),
  redirect: () => {
    const shown = [["pix", "Pay with Pix"], ["mercadoPago", "Pay with Mercado Pago"]];
    const optionsOf = ([paymentMethodCode, label]) => ({
      paymentMethod: { paymentMethodCode },
      translations: { label },
    });
    return {
      places: shown.map(([id]) => id),
      react: {
        names: ["GenericRedirectButton"],
        elements: shown.map((each) => `<GenericRedirectButton${properties(optionsOf(each))} events={events} />`)
          .join("\n"),
      },
      code: shown.map((each) => `client.genericRedirectButton(${withEvents(optionsOf(each))}).mount("#${each[0]}");`)
        .join("\n"),
      run: (client, { at, events }) => {
        for (const [place, each] of places(at, shown.map(([id]) => id)).map((place, n) => [place, shown[n]])) {
          client.genericRedirectButton({ events, ...optionsOf(each) }).mount(place);
        }
      },
    };
  },
};
