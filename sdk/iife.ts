/**
 * Entry for pages without modules: sets `window.Payrails` to the client class, with all other exports as its
 * properties.
 */
// The order of these imports is tuned for gzip, which looks back 32 KB: similar modules stand together.
import "./errors/main_rows.ts";
import "./wire/check.ts";
import "./card_form/setup/texts.ts";
import "./session/read_config.ts";
import "./elements/element.ts";
import "./card_form/extras/extras_view.ts";
import "./payment/execution/browser_facts.ts";
import "./core/omit_undefined.ts";
import "./wire/from_frame/group.ts";
import "./wire/from_frame/form.ts";
import "./collect/client_container.ts";
import "./card_form/setup/setup.ts";
import "./card_form/card_form.ts";
import "./buttons/card_button.ts";
import "./codes.ts";
import * as exports from "./mod.ts";

const { Payrails, ...others } = exports;
Object.assign(globalThis, { Payrails: Object.assign(Payrails, others) });
