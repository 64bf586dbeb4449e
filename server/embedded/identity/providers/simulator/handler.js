// The simulated page of a provider: passes the chosen account to the requesting page, by message from a popup or
// through session storage before a redirect. The requesting page is always on this origin; any other address is
// refused.
(() => {
  const STORED_EVENT = "trustcheck:auth-event";
  const query = new URLSearchParams(location.search);
  const type = query.get("authType") ?? "";
  const isPopup = type.endsWith("Popup");
  const status = document.querySelector("#status");

  function eventOf(postBody, error) {
    return {
      type,
      eventId: query.get("eventId"),
      urlResponse: `${location.origin}/emulator/auth/response`,
      sessionId: "stand-in",
      postBody,
      tenantId: query.get("tid"),
      ...(error === null ? {} : { error }),
    };
  }

  function finish(event) {
    if (isPopup) {
      if (!globalThis.opener) {
        status.textContent = "The page that asked is gone. Close this window and sign in again.";
        return;
      }
      globalThis.opener.postMessage({ authEvent: event }, location.origin);
      setTimeout(() => globalThis.close(), 50);
      return;
    }
    const asked = query.get("redirectUrl") ?? "";
    const back = URL.canParse(asked) ? new URL(asked) : null;
    if (back === null || back.origin !== location.origin) {
      status.textContent = "The page to go back to is not on this site. Open TrustCheck and sign in again.";
      return;
    }
    sessionStorage.setItem(STORED_EVENT, JSON.stringify(event));
    location.replace(back.href);
  }

  function choose(email, name) {
    const body = new URLSearchParams({
      id_token: JSON.stringify({ email, name }),
      providerId: query.get("providerId") ?? "",
    });
    finish(eventOf(body.toString(), null));
  }

  for (const button of document.querySelectorAll("[data-email]")) {
    button.addEventListener("click", () => choose(button.dataset.email, button.dataset.name));
  }
  document.querySelector("#other").addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    const form = new FormData(submitted.currentTarget);
    choose(String(form.get("email")).trim(), String(form.get("name")).trim());
  });
  document.querySelector("#cancel").addEventListener("click", () => {
    const code = isPopup ? "auth/popup-closed-by-user" : "auth/user-cancelled";
    finish(eventOf(null, { code, message: "The person went back without choosing an account" }));
  });
})();
