/**
 * In place of the screen of a link with an unknown plan: its sentence is verbatim in English (W-START-15). Text only, so
 * nothing in it can execute.
 */
import { t } from "../i18n/t.ts";
import type { UnknownPlan as Unknown } from "../../server/wire/site/link_parameters.ts";
import { paths, ROUTES } from "../lib/browser/paths.ts";
import { ButtonLink } from "../ui/controls/Button.tsx";
import { Page } from "../ui/layout/Page.tsx";

export function UnknownPlan({ unknown }: { readonly unknown: Unknown }) {
  return (
    <Page title={t('Can\'t find "{id}" for "{param}" parameter', unknown)} width="narrow">
      <div className="row">
        <ButtonLink kind="primary" to={paths.main()}>{t("Check a number")}</ButtonLink>
        <ButtonLink to={ROUTES.subscription}>{t("See plans")}</ButtonLink>
      </div>
    </Page>
  );
}
