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

/** A choice of a dropdown. Not every environment of merchants' tests has the constructor `Option`. */
export function option(text: string, value: string): HTMLOptionElement {
  const made = document.createElement("option");
  made.textContent = text;
  made.value = value;
  return made;
}

/** A native radio of a group, which reports when it is selected. */
export function createRadio(name: string, value: string, chosen: () => void): HTMLInputElement {
  const radio = element("input");
  Object.assign(radio, { type: "radio", name, value });
  radio.addEventListener("change", chosen);
  return radio;
}
