/**
 * Starts a frame app: reads the frame's document, waits for the parent's hello, puts the form into the page and reports
 * its height.
 */
import { awaitParent, type Bridge } from "./bridge.ts";
import { type ReadDocument, readFrameDocument } from "./frame_document.ts";
import { Theme } from "./theme/theme.ts";

export interface FrameApp<M> {
  readonly view: { readonly form: HTMLFormElement };
  receive(message: M): void;
  clear(): void;
}

export interface FrameContext {
  readonly config: ReadDocument;
  readonly theme: Theme;
  readonly send: Bridge["send"];
}

export interface FrameKind<M> {
  readonly parse: (data: unknown) => M | undefined;
  /** Creates the app from the message that describes the whole form. Any other message before it is dropped. */
  readonly createApp: (message: M, context: FrameContext) => FrameApp<M> | undefined;
}

export function boot<M>({ parse, createApp }: FrameKind<M>): void {
  const config = readFrameDocument(document);
  const [sheet] = document.styleSheets;
  if (config === undefined || sheet === undefined) return;
  const theme = new Theme(sheet, document.documentElement);
  awaitParent({ parents: config.parents, parse }, ({ nonce, send }) => {
    let app: FrameApp<M> | undefined;
    addEventListener("pagehide", () => app?.clear());
    return (message) => {
      if (app !== undefined) return app.receive(message);
      app = createApp(message, { config, theme, send });
      if (app === undefined) return;
      const { form } = app.view;
      document.documentElement.lang = form.lang;
      document.body.append(form);
      // The fields can be used before their first layout, whose height the observer reports.
      send({ type: "ready", nonce });
      new ResizeObserver(() => {
        send({ type: "height", heightPx: Math.ceil(form.getBoundingClientRect().height) });
      }).observe(form);
    };
  });
}
