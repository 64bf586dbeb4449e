/** Parses the messages that a frame of a container's elements accepts. */
import {
  type Check,
  isBoolean,
  isList,
  isMap,
  isMessageOf,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isText,
  type Shape,
} from "./check.ts";
import {
  ELEMENT_STATES,
  type ElementChanges,
  type ElementSpec,
  type GroupLooks,
  type GroupSetup,
  MAX_EXPRESSIONS,
  type SealOptions,
  type StateStyles,
  type StyleRules,
  VAULT_ELEMENT_TYPES,
  type WireRule,
} from "./elements.ts";
import { APPEARANCE_KEYS, type GroupMessage, type ToFrame } from "./frames.ts";

const isId = isText(64);
const isName = isText(128);
const isCss: Check<StyleRules> = isMap(isText(64), isOptional(isText(256)));
const isStateStyles: Check<StateStyles> = isMap(isOneOf(ELEMENT_STATES), isCss);
const isLine = isText(400);
const isPattern = isOptional(isText(1000));

const CHANGES: Shape<ElementChanges> = {
  label: isLine,
  placeholder: isLine,
  required: isBoolean,
  errors: isMap(isText(20), isOptional(isLine)),
  inputs: isStateStyles,
  labels: isStateStyles,
  errorStyles: isCss,
};

const isRules = isList(
  isShape<WireRule>({
    type: isOneOf(["REGEX_MATCH_RULE", "LENGTH_MATCH_RULE", "ELEMENT_VALUE_MATCH_RULE"]),
    source: isPattern,
    flags: isPattern,
    min: isOptional(isNumber(0, 1e6)),
    max: isOptional(isNumber(0, 1e6)),
    element: isOptional(isName),
    error: isOptional(isLine),
  }),
  20,
);
const isFewRules: typeof isRules = (value): value is readonly WireRule[] =>
  isRules(value) && value.filter(({ type }) => type === "REGEX_MATCH_RULE").length <= MAX_EXPRESSIONS;

const isSpec = isShape<ElementSpec>({
  ...CHANGES,
  name: isName,
  type: isOneOf(VAULT_ELEMENT_TYPES),
  table: isName,
  column: isName,
  cardIcon: isBoolean,
  format: isPattern,
  mask: isPattern,
  translation: isOptional(isMap(isText(1), isOptional(isText(200)))),
  rules: isFewRules,
  value: isPattern,
  choices: isOptional(isList(isShape({ value: isLine, text: isLine }), 500)),
  skyflowId: isPattern,
});

const LOOKS: Shape<GroupLooks> = {
  language: isText(35),
  direction: isOneOf(["ltr", "rtl"]),
  scheme: isOneOf(["light", "dark"]),
  appearance: isOptional(isMap(isOneOf(APPEARANCE_KEYS), isText(256))),
};

const isGroupSetup = isShape<GroupSetup>({
  containerId: isText(64),
  role: isOneOf(["composable", "element", "controller"]),
  layout: isList(isNumber(0, 100), 100),
  elements: isList(isSpec, 100),
  rowStyles: isCss,
  errorStyles: isCss,
  ...LOOKS,
  isDev: isBoolean,
});

const isSealOptions = isShape<SealOptions>({
  holderReference: isOptional(isText(256)),
  execution: isOptional(isText(256)),
  tokens: isBoolean,
  records: isOptional(isText(4000)),
  upsert: isOptional(isList(isShape({ table: isName, column: isName }), 20)),
});

const isToGroup = isMessageOf<Pick<ToFrame, GroupMessage["type"]>>({
  clear: { name: isOptional(isText(128)) },
  group: { setup: isGroupSetup },
  join: {},
  element_restyle: { looks: isShape(LOOKS) },
  element_update: { name: isName, changes: isShape(CHANGES) },
  element_error: { name: isText(128), text: isOptional(isText(400)) },
  element_value: { name: isText(128), value: isOptional(isText(8000)) },
  element_focus: { name: isText(128) },
  element_check: { id: isId, count: isNumber(1, 100) },
  element_refused: { text: isText(400) },
  seal: { id: isId, count: isNumber(1, 100), options: isSealOptions },
});

export function parseToGroup(data: unknown): GroupMessage | undefined {
  return isToGroup(data) ? data : undefined;
}
