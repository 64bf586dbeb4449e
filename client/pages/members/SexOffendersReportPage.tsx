/**
 * /webapp/sex-offenders-report: unlocked by the registry check or the Ultimate Pack; otherwise says what it requires.
 */
import { t } from "../../i18n/t.ts";
import type { ReactNode } from "react";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { failureSentence, readFailure } from "../../api/failure.ts";
import { OfficialSources } from "../../features/registry/OfficialSources.tsx";
import { SampleEntry } from "../../features/registry/RegistryResult.tsx";
import { RegistrySearch, SampleNotice } from "../../features/registry/RegistrySearch.tsx";
import { site } from "../../lib/browser/site.ts";
import { slots } from "../../lib/storage/storage_keys.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { Button, ButtonLink } from "../../ui/controls/Button.tsx";
import { Icon } from "../../ui/pictures/Icon.tsx";
import { QuietDrawing } from "../../ui/pictures/drawings.tsx";
import { EmptyState } from "../../ui/layout/EmptyState.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { BuyExtras } from "../extras/lazy_extras.tsx";
import { loadRegistry, registryPorts } from "./member_ports.ts";

const TEXTS = {
  unanswered: t("Our server didn't respond, so we can't see your purchases. Nothing was lost. Try again."),
  fallback: t("We can't see your purchases right now. Try again."),
};

const NOT_OWNED = 403;
const NO_SOURCE = 409;

export function SexOffendersReportPage() {
  const { loaded, again } = useLoaded(loadRegistry);
  return (
    <Page title={t("Registry check")} width="wide">
      {loaded.kind === "loading" && <Skeleton lines={4} label={t("Loading your purchases")} />}
      {loaded.kind === "failed" && <Closed reason={loaded.reason} again={again} />}
      {loaded.kind === "loaded" && (
        <RegistrySearch
          about={loaded.value}
          ports={registryPorts}
          startName={slots.offenderSearchName.read()}
          lastFound={slots.sexOffenders.read()}
        />
      )}
    </Page>
  );
}

/** The server decides who may search, and whether a source is connected. */
function Closed({ reason, again }: { readonly reason: unknown; readonly again: () => void }) {
  const failure = readFailure(reason);
  if (failure.kind === "answered" && failure.status === NOT_OWNED) {
    return site().registry !== "none" ? <NotOwned onBought={again} /> : <NotSold />;
  }
  if (failure.kind === "answered" && failure.status === NO_SOURCE) return <NotConnected />;
  return (
    <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
      <p>{failureSentence(reason, TEXTS)}</p>
    </Notice>
  );
}

/** What it is, what it shows and what is free elsewhere stand before the price. */
function NotOwned({ onBought }: { readonly onBought: () => void }) {
  const isSample = site().registry === "sample";
  return (
    <div className="stack stack--32">
      {isSample && <SampleNotice />}
      <div className="aside-pair aside-pair--first">
        <OfficialSources />
        <section className="stack stack--16">
          <h2>{t("Get the registry check")}</h2>
          <ul className="ticks">
            <Point>{t("Search by first and last name, with other spellings and known aliases.")}</Point>
            <Point>
              {t("Compare the year of birth and the place: a matching name alone doesn't identify a person.")}
            </Point>
            <Point>{t("You may only use results to protect someone at risk.")}</Point>
          </ul>
          <SampleEntry />
        </section>
      </div>
      <BuyExtras planIds={["tck_sex_offender_otp", "tck_ultimate_pack_otp"]} onBought={onBought} />
    </div>
  );
}

function Point({ children }: { readonly children: ReactNode }) {
  return (
    <li>
      <Icon name="check" size={20} /> <span>{children}</span>
    </li>
  );
}

function NotSold() {
  return (
    <EmptyState
      drawing={<QuietDrawing />}
      title={t("The registry check isn't sold here")}
      action={<ButtonLink to={paths.webapp()}>{t("Check a number")}</ButtonLink>}
    >
      <p>{t("It requires a licensed source, which this site doesn't have yet. You weren't charged for it.")}</p>
    </EmptyState>
  );
}

function NotConnected() {
  return (
    <EmptyState
      drawing={<QuietDrawing />}
      title={t("The registry isn't available here")}
      action={<ButtonLink to={paths.webapp()}>{t("Check a number")}</ButtonLink>}
    >
      <p>
        {t(
          "You keep what you bought. The registry check needs a licensed source, which this site doesn't have yet.",
        )}
      </p>
    </EmptyState>
  );
}
