/** The controls of client/ui in every state. */
import { Button, ButtonLink } from "../ui/controls/Button.tsx";
import { ChoiceCard, type ChoiceCardProps, ChoiceMark } from "../ui/controls/ChoiceCard.tsx";
import { ConsentRow } from "../ui/controls/ConsentRow.tsx";
import { Dialog } from "../ui/controls/Dialog.tsx";
import { Field, FieldFrame, FieldNote, SelectField } from "../ui/controls/Field.tsx";
import { Flag } from "../ui/controls/Flag.tsx";
import { PhoneField } from "../ui/controls/PhoneField.tsx";
import { Switch } from "../ui/controls/Switch.tsx";
import { Picture } from "../ui/pictures/Picture.tsx";
import type { Parts } from "./states.ts";

/** The gallery shows states; it keeps none. */
const ignore = () => undefined;
const ADDRESS = "ada@mail.example";

const choice = (type: ChoiceCardProps["type"], name: string, more: Partial<ChoiceCardProps> = {}) => (
  <ChoiceCard type={type} name={name} value="bank" checked={false} onChange={ignore} {...more}>
    They said they were my bank
  </ChoiceCard>
);
const email = (more: Partial<Parameters<typeof Field>[0]> = {}) => (
  <Field label="Email" type="email" value="" onChange={ignore} help="Your report goes to this address." {...more} />
);
const phone = (more: Partial<Parameters<typeof PhoneField>[0]> = {}) => (
  <PhoneField
    label="Phone number"
    value={{ phoneNumber: "", country: "" }}
    onChange={ignore}
    help="With its country, if you know it."
    {...more}
  />
);
const country = (more: Partial<Parameters<typeof SelectField>[0]> = {}) => (
  <SelectField
    label="Country"
    value=""
    onChange={ignore}
    options={[{ value: "", label: "Select a country" }, { value: "NO", label: "Norway" }]}
    {...more}
  />
);
const consent = (checked: boolean, error?: string) => (
  <ConsentRow checked={checked} onChange={ignore} error={error}>
    I agree to pay $1.00 today and $19.99 every 7 days from November 25 on, until I cancel.
  </ConsentRow>
);

export const CONTROLS: Parts = {
  Switch: {
    states: {
      on: <Switch isOn onChange={ignore} label="Alerts" />,
      off: <Switch isOn={false} onChange={ignore} label="Alerts" />,
      busy: <Switch isOn isBusy onChange={ignore} label="Alerts" />,
    },
  },
  Button: {
    states: {
      primary: <Button kind="primary">Check number</Button>,
      quiet: <Button>Check number</Button>,
      danger: <Button kind="danger">Delete account</Button>,
      plain: <Button kind="plain">Skip</Button>,
      "with an icon": <Button icon="search">Check number</Button>,
      wide: <Button kind="primary" wide>Continue to payment</Button>,
      focused: <Button kind="primary">Check number</Button>,
      disabled: <Button kind="primary" disabled>Check number</Button>,
      loading: <Button kind="primary" busy="Checking number">Check number</Button>,
    },
  },
  ButtonLink: {
    states: {
      primary: <ButtonLink to="/" kind="primary">Open the report</ButtonLink>,
      quiet: <ButtonLink to="/">Open the report</ButtonLink>,
      plain: <ButtonLink to="/" kind="plain">Open the report</ButtonLink>,
      focused: <ButtonLink to="/" kind="primary">Open the report</ButtonLink>,
    },
  },
  ChoiceCard: {
    states: {
      "empty, one answer": choice("radio", "empty-one"),
      "chosen, one answer": choice("radio", "chosen-one", { checked: true }),
      "empty, several answers": choice("checkbox", "empty-several"),
      "chosen, several answers": choice("checkbox", "chosen-several", { checked: true }),
      "with a detail and a picture": choice("radio", "detail", {
        detail: "Or an authority, or a company",
        picture: <Picture name="3-bank" />,
      }),
      focused: choice("radio", "focused"),
    },
  },
  ChoiceMark: { states: { radio: <ChoiceMark type="radio" />, checkbox: <ChoiceMark type="checkbox" /> } },
  ConsentRow: {
    states: {
      empty: consent(false),
      filled: consent(true),
      focused: consent(false),
      error: consent(false, "Tick the box to continue."),
    },
  },
  Dialog: {
    framed: true,
    states: {
      open: (
        <Dialog open onClose={ignore} title="Delete your account?">
          <p>Your reports are deleted at once. Invoices stay, without your name.</p>
        </Dialog>
      ),
    },
  },
  Field: {
    states: {
      empty: email(),
      focused: email(),
      filled: email({ value: ADDRESS }),
      optional: email({ optional: true }),
      error: email({ value: "ada@", error: "Enter the whole address, such as ada@mail.example." }),
      disabled: email({ value: ADDRESS, disabled: true }),
      "read only": email({ value: ADDRESS, readOnly: true }),
    },
  },
  FieldNote: {
    states: {
      help: <FieldNote id="note-help" help="Your report goes to this address." error={undefined} />,
      error: <FieldNote id="note-error" help={undefined} error="Enter your email." />,
    },
  },
  FieldFrame: {
    states: {
      "around any control": (
        <FieldFrame label="What happened" help="A sentence is enough.">
          {({ id, describedBy }) => (
            <textarea id={id} className="input" aria-describedby={describedBy} rows={2} defaultValue="" />
          )}
        </FieldFrame>
      ),
      error: (
        <FieldFrame label="What happened" error="Write a sentence first.">
          {({ id, describedBy, invalid }) => (
            <textarea
              id={id}
              className="input"
              aria-describedby={describedBy}
              aria-invalid={invalid}
              rows={2}
              defaultValue=""
            />
          )}
        </FieldFrame>
      ),
    },
  },
  Flag: { states: { "a country": <Flag code="NO" />, "no country": <Flag code="XX" /> } },
  PhoneField: {
    states: {
      empty: phone(),
      focused: phone(),
      filled: phone({ value: { phoneNumber: "650 253 0000", country: "US" } }),
      international: phone({ value: { phoneNumber: "+44 20 7946 0000", country: "GB" } }),
      error: phone({ value: { phoneNumber: "12", country: "US" }, error: "This number is too short." }),
    },
  },
  SelectField: {
    states: {
      empty: country(),
      focused: country(),
      filled: country({ value: "NO" }),
      error: country({ error: "Choose a country." }),
    },
  },
};
