// Replaces Google's api.js while identity is embedded: the sign-in client uses it to talk to the provider's iframe. A
// redirect stores its result in session storage, a popup posts it; both are passed to the client here.
(() => {
  const STORED_EVENT = "trustcheck:auth-event";
  const NO_EVENT = {
    type: "unknown",
    eventId: null,
    urlResponse: null,
    sessionId: null,
    postBody: null,
    tenantId: null,
    error: { code: "auth/no-auth-event", message: "There is no sign-in to finish" },
  };
  let deliver = () => {};

  /** Reads the result of a redirect once, so that a reload does not sign in again. */
  function takeStored() {
    const text = sessionStorage.getItem(STORED_EVENT);
    sessionStorage.removeItem(STORED_EVENT);
    try {
      return text === null ? NO_EVENT : JSON.parse(text);
    } catch {
      return NO_EVENT;
    }
  }

  const iframe = {
    restyle: () => Promise.resolve(),
    ping(done) {
      done?.();
      return Promise.resolve();
    },
    register(name, handler) {
      if (name !== "authEvent") return;
      deliver = handler;
      setTimeout(() => handler({ authEvent: takeStored() }), 0);
    },
    send(_name, _data, answer) {
      // The client throws after it has accepted the result, as it does with the real script.
      setTimeout(() => {
        try {
          answer([{ webStorageSupport: true }]);
        } catch {
          // see above
        }
      }, 0);
    },
  };

  globalThis.gapi = {
    load: (_name, options) => options.callback(),
    iframes: {
      Iframe: function () {},
      CROSS_ORIGIN_IFRAMES_FILTER: null,
      getContext: () => ({ open: (_options, opened) => opened(iframe) }),
    },
  };

  addEventListener("message", ({ origin, data }) => {
    if (origin === location.origin && data?.authEvent !== undefined) deliver({ authEvent: data.authEvent });
  });
})();
