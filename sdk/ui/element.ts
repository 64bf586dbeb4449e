/** Creates an element with a class and, optionally, text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  text?: string,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A button that submits no form. */
export function pressable(className: string, text: string, press: () => void): HTMLButtonElement {
  const button = element("button", className, text);
  button.type = "button";
  button.addEventListener("click", press);
  return button;
}
