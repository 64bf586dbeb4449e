/**
 * The gallery at /dev/parts: every part of client/ui and every element of the SDK in every state.
 *
 * `?of=console` shows the parts of the operators' console instead, `?scheme=light` or `dark` fixes the colours,
 * `?dir=rtl` the direction, `?part=Button` shows one part alone, and `#focus=CVV` puts the focus into a field of the
 * SDK.
 */
import "../styles/main.css";
import "../styles/members/area.css";
import "./gallery.css";
import { type ReactNode, useEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { Screen } from "../console/ui/Screen.tsx";
import { Page } from "../ui/layout/Page.tsx";
import { CONSOLE_PARTS } from "./console_parts.tsx";
import { CLIENT_ELEMENTS, FIELD_STATES, FIELDS, mountFields, SDK_TITLES, type SdkKit } from "./sdk_elements.ts";
import { createKit } from "./sdk_kit.ts";
import type { Part } from "./states.ts";
import { UI_PARTS } from "./ui_parts.ts";

const query = new URLSearchParams(location.search);
const scheme = query.get("scheme");
const isRightToLeft = query.get("dir") === "rtl";
const isConsole = query.get("of") === "console";
const PARTS = isConsole ? CONSOLE_PARTS : UI_PARTS;
const FOCUSABLE = "button, a, input, select, textarea";

/** This page with other settings; an empty one is left out. */
function link(changes: Readonly<Record<string, string>>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}

function Gallery() {
  const only = query.get("part");
  const state = query.get("state");
  const part = only === null ? undefined : PARTS[only];
  if (part !== undefined && state !== null) return part.states[state];
  const parts = Object.entries(PARTS).filter(([name]) => only === null || name === only);
  const shown = (
    <>
      <nav className="gallery__nav" aria-label="Look">
        <a href={link({ of: "", part: "" })}>Web app and SDK</a>
        <a href={link({ of: "console", part: "" })}>Console</a>
        <a href={link({ scheme: "light" })}>Light</a>
        <a href={link({ scheme: "dark" })}>Dark</a>
        <a href={link({ dir: "ltr" })}>Left to right</a>
        <a href={link({ dir: "rtl" })}>Right to left</a>
      </nav>
      {parts.map(([name, each]) => <PartStates key={name} name={name} part={each} />)}
    </>
  );
  if (isConsole) return <ConsoleParts>{shown}</ConsoleParts>;
  return (
    <Page title="Parts" width="wide">
      <p>Every part of the web app and every element of the checkout SDK, in every state.</p>
      {shown}
      {only === null && <SdkElements />}
    </Page>
  );
}

function ConsoleParts({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.parts = "ready";
  }, []);
  return <Screen title="Parts" lead="Every part of the operators' console, in every state.">{children}</Screen>;
}

function PartStates({ name, part }: { readonly name: string; readonly part: Part }) {
  return (
    <Section name={name} size={part.wide ? "wide" : part.dense ? "dense" : "normal"}>
      {Object.entries(part.states).map(([state, shown]) => (
        <State key={state} part={name} state={state}>
          {part.framed === true
            ? <iframe className="gallery__frame" title={`${name}, ${state}`} src={link({ part: name, state })} />
            : <Shown isFocused={state === "focused"}>{shown}</Shown>}
        </State>
      ))}
    </Section>
  );
}

interface SectionProps {
  readonly name: string;
  /** Default: the name, which is what code imports. */
  readonly title?: string | undefined;
  readonly size?: "normal" | "wide" | "dense" | "sdk";
  readonly children: ReactNode;
}

function Section({ name, title = name, size = "normal", children }: SectionProps) {
  return (
    <section className="gallery__part stack" aria-labelledby={name} data-part={name}>
      <h2 id={name}>
        <a href={link({ part: name })}>{title}</a>
      </h2>
      <div className={`gallery__states gallery__states--${size}`}>{children}</div>
    </section>
  );
}

interface StateProps {
  readonly part: string;
  readonly state: string;
  readonly children: ReactNode;
}

function State({ part, state, children }: StateProps) {
  return (
    <div className="gallery__state" role="group" aria-label={`${part}, ${state}`} data-state={state}>
      <p className="gallery__caption small muted">{state}</p>
      {children}
    </div>
  );
}

/** A page has only one focus; the gallery's sheet shows `data-focused` as if focused. */
function Shown({ isFocused, children }: { readonly isFocused: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) place.current?.querySelector(FOCUSABLE)?.setAttribute("data-focused", "");
  }, [isFocused]);
  return <div ref={place}>{children}</div>;
}

function SdkElements() {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current !== null) void mountSdk(root.current);
  }, []);
  return (
    <div ref={root} className="stack">
      {Object.entries(CLIENT_ELEMENTS).map(([name, states]) => (
        <Section key={name} name={`SDK ${name}`} title={SDK_TITLES[name]} size="sdk">
          {Object.keys(states).map((state) => (
            <State key={state} part={name} state={state}>
              <div data-element={name} />
            </State>
          ))}
        </Section>
      ))}
      <Section name="SDK fields" title="Secure fields" size="sdk">
        <nav className="gallery__nav" aria-label="Focus">
          {Object.keys(FIELDS).map((type) => <a key={type} href={`#focus=${type}`}>Focus {type}</a>)}
        </nav>
        {Object.keys(FIELD_STATES).map((state) => (
          <State key={state} part="SDK fields" state={state}>
            <div data-fields={state} />
          </State>
        ))}
      </Section>
    </div>
  );
}

/** Marks the page once every element is in its state, for screenshots and tests. */
async function mountSdk(root: HTMLElement): Promise<void> {
  try {
    const kit = await createKit({
      ...(isRightToLeft ? { locale: "ar" } : {}),
      ...(scheme === "light" || scheme === "dark" ? { appearance: { colorScheme: scheme } } : {}),
    });
    for (const [name, states] of Object.entries(CLIENT_ELEMENTS)) {
      for (const [state, mount] of Object.entries(states)) {
        for (const place of placesOf(root, `[data-part="SDK ${name}"] [data-state="${state}"] > div`)) {
          mount(place, kit);
          if (state === "focused") place.querySelector(FOCUSABLE)?.setAttribute("data-focused", "");
        }
      }
    }
    await mountAllFields(root, kit);
    document.documentElement.dataset.parts = "ready";
  } catch (error) {
    document.documentElement.dataset.parts = String(error);
    throw error;
  }
}

async function mountAllFields(root: HTMLElement, kit: SdkKit): Promise<void> {
  for (const place of placesOf(root, "[data-fields]")) {
    const elements = await mountFields(place, kit, place.dataset.fields ?? "");
    if (place.dataset.fields !== "empty") continue;
    const follow = () => {
      const hash = new URLSearchParams(location.hash.slice(1));
      elements.get(hash.get("focus") ?? "")?.focus();
    };
    addEventListener("hashchange", follow);
    follow();
  }
}

function placesOf(root: HTMLElement, selector: string): readonly HTMLElement[] {
  return [...root.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);
}

async function loadStyles(): Promise<void> {
  const sheet = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    href: `/dev/parts/${isConsole ? "console" : "app"}.${
      scheme === "light" || scheme === "dark" ? scheme : "device"
    }.css`,
  });
  await new Promise((done) => {
    sheet.addEventListener("load", done);
    document.head.append(sheet);
  });
}

document.documentElement.dir = isRightToLeft ? "rtl" : "ltr";
await loadStyles();
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");
createRoot(root).render(
  <MemoryRouter>
    <Gallery />
  </MemoryRouter>,
);
