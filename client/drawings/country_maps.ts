/**
 * A small map of each country and its neighbours, drawn at build time from the outlines of Natural Earth, which are in
 * the public domain. Coastlines are simplified to the size of the picture, so it shows an area, never a place within
 * it.
 */
import { feature } from "topojson-client";

type Ring = readonly (readonly [number, number])[];
type Polygon = readonly Ring[];
type Topology = Parameters<typeof feature>[0];
type Countries = Parameters<typeof feature>[1];

export interface Outline {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  readonly polygons: readonly Polygon[];
}

const WIDTH = 320;
const HEIGHT = 180;
/** Degrees of latitude that a map shows at least, so that a small country has its neighbours around it. */
const MIN_DEGREES = 7;
const MARGIN = 1.35;
/** Pixels around the picture within which a coast keeps its shape. */
const BESIDE = 24;

/** The countries of a world-atlas file; territories without a country code of their own are left out. */
export function outlinesOf(world: Topology): readonly Outline[] {
  const { features } = feature(world, world.objects["countries"] as Countries) as unknown as {
    readonly features: readonly {
      readonly id?: string;
      readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
    }[];
  };
  return features.flatMap(({ id, geometry }) => {
    const code = codeOf(id ?? "");
    if (code === "" || geometry === null) return [];
    const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
    return [{ code, polygons: polygons as readonly Polygon[] }];
  });
}

/** "US" for the numeric code "840", by the language's own table of regions. */
function codeOf(numeric: string): string {
  if (!/^\d{3}$/.test(numeric)) return "";
  return /^und-([A-Z]{2})$/.exec(Intl.getCanonicalLocales(`und-${numeric}`)[0] ?? "")?.[1] ?? "";
}

/** The picture, in colours of the light and of the dark theme. */
export function drawMap(country: Outline, all: readonly Outline[]): string {
  const place = viewOf(country);
  const others = all.filter((each) => each !== country).map((each) => pathOf(each, place)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    "<style>rect{fill:#e8f0fc}.o{fill:#fff;stroke:#d5dde5}.c{fill:#0b6e63;stroke:#fff}" +
    "@media(prefers-color-scheme:dark){rect{fill:#152740}.o{fill:#2a3947;stroke:#16212c}.c{fill:#4cc3b1;stroke:#16212c}}" +
    `</style><rect width="${WIDTH}" height="${HEIGHT}"/><path class="o" d="${others}"/>` +
    `<path class="c" d="${pathOf(country, place)}"/></svg>`;
}

interface View {
  readonly x: (longitude: number) => number;
  readonly y: (latitude: number) => number;
}

/** Centred on the country's largest part, so that islands far away do not make it small. */
function viewOf({ polygons }: Outline): View {
  const boxes = polygons.map(([ring = []]) => boxOf(ring));
  const [box = boxOf([])] = boxes.sort((a, b) => b.width * b.height - a.width * a.height);
  const middle = { x: box.left + box.width / 2, y: box.bottom + box.height / 2 };
  const squeeze = Math.cos(middle.y * Math.PI / 180);
  const degrees = Math.max(MIN_DEGREES, box.height * MARGIN, box.width * squeeze * MARGIN * HEIGHT / WIDTH);
  const scale = HEIGHT / degrees;
  return {
    x: (longitude) => WIDTH / 2 + (longitude - middle.x) * squeeze * scale,
    y: (latitude) => HEIGHT / 2 - (latitude - middle.y) * scale,
  };
}

function boxOf(ring: Ring) {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  return { left, bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom };
}

/** The outer rings that the picture shows, with a point a pixel. */
function pathOf({ polygons }: Outline, { x, y }: View): string {
  return polygons.map(([ring = []]) => {
    const points = ring.map(([lon, lat]) => [clamped(x(lon), WIDTH), clamped(y(lat), HEIGHT)] as const);
    const isSeen = points.some(([px]) => px > 0) && points.some(([px]) => px < WIDTH) &&
      points.some(([, py]) => py > 0) && points.some(([, py]) => py < HEIGHT);
    const kept = points.filter(([px, py], at) => {
      const [bx, by] = points[at - 1] ?? [NaN, NaN];
      return px !== bx || py !== by;
    });
    return isSeen && kept.length > 2 ? `M${kept.map((point) => point.join(" ")).join("L")}z` : "";
  }).join("");
}

/** Far outside the picture all points count as the same. */
function clamped(value: number, size: number): number {
  return Math.round(Math.max(-BESIDE, Math.min(size + BESIDE, value)));
}
