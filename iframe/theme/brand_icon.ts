/** Small network icons as inline SVG, built by DOM calls because the frame may not parse markup (Trusted Types). */
import { type Brand, BRANDS } from "../../sdk/card/brands.ts";
import { MARKS, type Shape } from "./brand_marks.ts";

const SVG = "http://www.w3.org/2000/svg";
/** The icon is decorative: the form announces the network's name as text. */
export function brandIcon(brand: Brand): SVGElement {
  return drawMark(MARKS[brand], BRANDS[brand].network ?? "none");
}

export function drawMark(shapes: readonly Shape[], network: string): SVGElement {
  const icon = svg("svg", {
    viewBox: "0 0 34 22",
    width: 34,
    height: 22,
    "aria-hidden": "true",
    "data-brand": network,
  });
  for (const [name, attributes, text] of shapes) {
    const shape = svg(name, attributes);
    if (text !== undefined) shape.textContent = text;
    icon.append(shape);
  }
  return icon;
}

function svg(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (!(element instanceof SVGElement)) throw new TypeError(`${name} is no svg element`);
  return element;
}
