// The payment sheet that all simulated wallets show over a merchant's page. It is built only through the DOM, which
// strict policies allow.
// deno-lint-ignore no-unused-vars -- used by the script that is served after it, in the same block
const trustcheckSheet = (() => {
  function part(name, text, style) {
    const node = document.createElement(name);
    if (text !== "") node.textContent = text;
    Object.assign(node.style, style);
    return node;
  }

  function button(text, testId, onClick) {
    const node = part("button", text, {
      font: "inherit",
      minHeight: "44px",
      padding: "8px 16px",
      margin: "0 8px 0 0",
      cursor: "pointer",
    });
    node.type = "button";
    node.dataset.testid = testId;
    node.addEventListener("click", onClick);
    return node;
  }

  // Shows who asks for how much. Calls `choose` once, with true for pay and false for cancel.
  function open({ wallet, line, choose }) {
    const before = document.activeElement;
    const dialog = part("dialog", "", {
      font: "16px/1.5 system-ui, sans-serif",
      maxWidth: "min(24rem, calc(100vw - 32px))",
      border: "1px solid",
      borderRadius: "8px",
      padding: "16px",
    });
    dialog.setAttribute("aria-label", `${wallet} stand-in`);
    const status = part("p", "", { margin: "0 0 12px" });
    status.setAttribute("role", "status");
    let isOpen = true;
    const decide = (isPaid) => {
      if (!isOpen || pay.disabled) return;
      pay.disabled = true;
      cancel.disabled = true;
      choose(isPaid);
    };
    const pay = button("Pay", "wallet-approve", () => decide(true));
    const cancel = button("Cancel", "wallet-cancel", () => decide(false));
    dialog.append(
      part("p", `${wallet} stand-in. No money moves here.`, { fontSize: ".875rem", margin: "0 0 8px" }),
      part("p", line, { fontWeight: "600", margin: "0 0 12px" }),
      status,
      pay,
      cancel,
    );
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      decide(false);
    });
    document.body.append(dialog);
    dialog.showModal();
    return {
      say: (text) => {
        status.textContent = text;
      },
      wait: (isWaiting) => {
        pay.disabled = isWaiting;
      },
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        dialog.close();
        dialog.remove();
        if (before instanceof HTMLElement) before.focus();
      },
    };
  }

  return { open, part, button };
})();
