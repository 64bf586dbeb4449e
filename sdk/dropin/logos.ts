/** Marks of the ways to pay, drawn as lines of our own; the name beside each is what is read out. */

const SVG = "http://www.w3.org/2000/svg";

/** Paths in a square of 24. */
const PATHS: Readonly<Record<string, string>> = {
  card: "M3 6h18v12H3zM3 10h18M6 15h4",
  payPal: "M7 20l2.5-16h6a4 4 0 010 8.5H8.2M11 20l1-5h3.5a4 4 0 003.9-3.3",
  googlePay: "M19.5 12H12.5M19.5 12a7.5 7.5 0 11-2.2-5.3",
  applePay:
    "M12 8c-5-3-8 1-6.5 6 1.5 5 3.5 6 6.5 4.5 3 1.5 5 .5 6.5-3.5-3-1.5-3-5.5 0-7-1.5-2-4-2-6.5 0zM12 6c0-2 1-3.5 3-4",
  pix: "M12 3l9 9-9 9-9-9zM7.5 7.5L12 12l4.5-4.5M7.5 16.5L12 12l4.5 4.5",
};
/** A page elsewhere. */
const HOSTED = "M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9";

export function createLogo(code: string): Element {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "payrails-logo");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[code] ?? HOSTED);
  svg.append(path);
  return svg;
}
