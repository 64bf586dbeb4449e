/** /webapp/profile: who is signed in, the pages that tabs leave out, passkeys, own number, export and deletion. */
import { t } from "../../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useState } from "react";
import type { Profile } from "../../../server/wire/members/profile.ts";
import { Page } from "../../ui/layout/Page.tsx";
import { FILES } from "../../api/members.ts";
import { postSignOut } from "../../api/services.ts";
import { failureSentence } from "../../api/failure.ts";
import { Passkeys } from "../../features/account/Passkeys.tsx";
import { AccountDeletion } from "../../features/account/AccountDeletion.tsx";
import { YourData } from "../../features/account/YourData.tsx";
import { signOutHere } from "../../features/session/identity/identity.ts";
import { loadProfile } from "../../features/session/member.ts";
import { forgetStored, forgetUser, isSigningOut, session } from "../../features/session/session_store.ts";
import type { SignedInUser } from "../../features/session/user_record.ts";
import { longDate } from "../../lib/format/dates.ts";
import { offersPasskeys } from "../../lib/browser/passkeys.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { SettingsPart } from "../../ui/layout/SettingsPart.tsx";
import { LineRow } from "../../ui/rows/LineRow.tsx";
import { forgetVisit } from "../forget_visit.ts";
import { MorePlaces } from "./MembersNav.tsx";
import { deleteEverything, passkeyPorts, saveOwnNumber } from "./account/account_ports.ts";
import { download } from "./member_ports.ts";

const TEXTS = {
  unanswered: t("Our server didn't respond. Your profile is safe. Try again."),
  fallback: t("We can't show your profile right now. Try again."),
};

export function ProfilePage() {
  useSignals();
  const { loaded, again } = useLoaded(loadProfile);
  const [isBusy, setBusy] = useState(false);
  const { user, profile } = session.value;
  const leave = async () => {
    setBusy(true);
    isSigningOut.value = true;
    await signOutHere(forgetEverywhere).catch(() => undefined);
  };
  return (
    <Page title={t("Account")} width="wide">
      <div className="settings">
        <div className="stack stack--32">
          <SignedIn
            user={user}
            since={memberSince(profile, loaded.kind === "loading")}
            isLeaving={isBusy}
            onLeave={() => void leave()}
          />
          <MorePlaces />
          {user !== undefined && offersPasskeys() && <Passkeys {...passkeyPorts()} />}
        </div>
        <div className="stack stack--32">
          {loaded.kind === "failed" && (
            <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
              <p>{failureSentence(loaded.reason, TEXTS)}</p>
            </Notice>
          )}
          {profile !== undefined && (
            <>
              <YourData
                ownNumber={profile.own_number ?? ""}
                country={visitorLocation.value.country}
                saveOwnNumber={({ phoneNumber, country }) => saveOwnNumber(phoneNumber, country)}
                saveExport={() => download(FILES.myData, "TrustCheck my data.zip")}
              />
              <AccountDeletion deleteAll={() => deleteEverything()} onLeave={leave} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
}

/** A server that does not answer in time keeps no member signed in here. */
const SIGN_OUT_LIMIT_MS = 5_000;

/**
 * This browser forgets at once. The page stays until the server has answered: that empties the storage once more, with
 * what the next visit would have begun.
 */
async function forgetEverywhere(): Promise<void> {
  const uid = session.value.user?.uid;
  forgetStored();
  forgetVisit();
  await postSignOut({ timeoutMs: SIGN_OUT_LIMIT_MS }).catch(() => undefined);
  // Another account may have signed in meanwhile.
  if (session.value.user?.uid === uid) forgetUser();
}

interface SignedInProps {
  readonly user: SignedInUser | undefined;
  readonly since: ReactNode;
  readonly isLeaving: boolean;
  readonly onLeave: () => void;
}

function SignedIn({ user, since, isLeaving, onLeave }: SignedInProps) {
  return (
    <SettingsPart title={t("Signed in as")} testId="profile">
      <ul className="list">
        {user !== undefined && (
          <LineRow
            lead={
              <span className="who__mark" aria-hidden>
                {(user.displayName || user.email).slice(0, 1).toUpperCase()}
              </span>
            }
            title={user.displayName || user.email}
            note={user.displayName === "" ? undefined : user.email}
          />
        )}
        {user !== undefined && <LineRow title={<Named name={t("Sign-in method")} value={wayIn(user)} />} />}
        <LineRow title={<Named name={t("Member since")} value={since} />} />
        {/* Above what loads: what came in above it would push it from under the pointer. */}
        <LineRow
          title={t("This device")}
          end={
            <Button
              kind="plain"
              onClick={onLeave}
              busy={isLeaving ? t("Signing out") : undefined}
              testId="sign-out"
            >
              {t("Sign out")}
            </Button>
          }
        />
      </ul>
    </SettingsPart>
  );
}

/** What it is, small, above what it says. */
function Named({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <>
      <div className="setting__name small muted">{name}</div>
      {value}
    </>
  );
}

function memberSince(profile: Profile | undefined, isLoading: boolean): ReactNode {
  if (profile !== undefined) return longDate(profile.created_at);
  return isLoading ? <span role="status">{t("Loading your profile")}</span> : "";
}

function wayIn({ isGoogleAuth, isAppleAuth }: SignedInUser): string {
  if (isGoogleAuth) return "Google";
  return isAppleAuth ? "Apple" : t("Email link");
}
