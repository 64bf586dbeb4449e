// What every sample page does with the SDK, however it loaded it.
export function begin(Payrails, init) {
  globalThis.seen = [];
  const news = (names) =>
    Object.fromEntries(names.map((name) => [name, (...given) => {
      seen.push([name, ...given.map((each) => JSON.parse(JSON.stringify(each)))]);
      return true;
    }]));
  const client = Payrails.init(init);
  client.cardForm().mount("#card");
  client.paymentButton({ events: news(["onSuccess", "onFailed", "onPending"]) }).mount("#pay");
}
