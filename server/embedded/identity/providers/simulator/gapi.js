// Stands in for Google's api.js while the identity is embedded: the sign-in client talks to "the provider's iframe"
// through it. A redirect leaves its result in session storage, a pop-up posts it; both are handed to the client here.
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

  /** Reads the result of a redirect once; a reload must not sign in again. */
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
      // The client throws after it has taken the answer, as it does with the real script.
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
