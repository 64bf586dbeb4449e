/** "Report this number" and "Dispute": two secondary buttons, and the form of the pressed one. */
import { t } from "../../i18n/t.ts";
import { type FormEvent, useEffect, useReducer } from "react";
import { DISPUTE_REASONS, REPORT_KINDS, REPORT_TEXT_MAX_CHARS } from "../../../server/wire/members/member_reports.ts";
import { reportUnexpected } from "../../lib/unexpected.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { FieldFrame, SelectField } from "../../ui/controls/Field.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { KIND_TITLES, REASON_TITLES } from "./choices.ts";
import { type MemberReportPorts, sendMemberReport, withdrawMemberReport } from "./member_report.ts";
import { type Form, MEMBER_REPORT_START, memberReportReducer } from "./member_report_state.ts";

export interface MemberReportFormProps {
  readonly e164: string;
  /** Whether there are reports that can be disputed. */
  readonly hasReports: boolean;
  readonly ports: Omit<MemberReportPorts, "dispatch">;
}

const FORMS = {
  report: {
    label: t("What happened?"),
    options: REPORT_KINDS.map(({ id }) => ({ value: id, label: KIND_TITLES[id] })),
    help: t("You can edit or withdraw your report. Only you can see what you wrote."),
    send: t("Send report"),
    thanks: t("Thank you. Your report counts once three members have reported this number."),
  },
  dispute: {
    label: t("Why are the reports wrong?"),
    options: DISPUTE_REASONS.map(({ id }) => ({ value: id, label: REASON_TITLES[id] })),
    help: t("Existing reports count for half for up to 30 days, and the report shows that they're disputed."),
    send: t("Send dispute"),
    thanks: t("Received. Existing reports count for half for up to 30 days."),
  },
} as const;

export function MemberReportForm({ e164, hasReports, ports }: MemberReportFormProps) {
  const [state, dispatch] = useReducer(memberReportReducer, MEMBER_REPORT_START);
  const { form, own, submitted } = state;
  useEffect(() => {
    // Without the answer, a new report still replaces the old one.
    ports.own(e164).then((found) => dispatch({ type: "loaded", own: found })).catch(reportUnexpected);
  }, [e164]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!state.isBusy) void sendMemberReport({ ...ports, dispatch }, state, e164);
  };
  const open = (next: Form) => dispatch(form === next ? { type: "closed" } : { type: "opened", form: next });
  return (
    <div className="stack stack--16" data-testid="tell-us">
      <div className="row">
        <Button onClick={() => open("report")} disabled={state.isBusy} testId="report-number">
          {own === undefined ? t("Report this number") : t("Change your report")}
        </Button>
        {hasReports && (
          <Button
            kind="plain"
            onClick={() => open("dispute")}
            disabled={state.isBusy}
            testId="dispute-number"
          >
            {t("Dispute reports")}
          </Button>
        )}
      </div>
      {submitted !== undefined && (
        <Notice kind="done" live testId="told">
          <p ref={takeFocus} tabIndex={-1}>
            {submitted === "withdrawal" ? t("Your report is withdrawn.") : FORMS[submitted].thanks}
          </p>
        </Notice>
      )}
      {form !== undefined && (
        <form className="stack stack--16" onSubmit={submit} noValidate>
          <SelectField
            label={FORMS[form].label}
            value={state.choice}
            onChange={(choice) => dispatch({ type: "chosen", choice })}
            options={[
              { value: "", label: t("Select") },
              ...FORMS[form].options,
            ]}
            error={state.error}
            testId="tell-choice"
          />
          <FieldFrame label={t("Details")} help={FORMS[form].help} optional>
            {({ id, describedBy }) => (
              <textarea
                id={id}
                className="input"
                rows={3}
                maxLength={REPORT_TEXT_MAX_CHARS}
                value={state.words}
                onChange={(event) => dispatch({ type: "written", words: event.currentTarget.value })}
                aria-describedby={describedBy}
              />
            )}
          </FieldFrame>
          <div className="row">
            <Button
              kind="primary"
              type="submit"
              busy={state.isBusy && !state.isWithdrawing ? t("Sending") : undefined}
              testId="tell-send"
            >
              {FORMS[form].send}
            </Button>
            {form === "report" && own !== undefined && (
              <Button
                onClick={() => state.isBusy || void withdrawMemberReport({ ...ports, dispatch }, own.id)}
                busy={state.isWithdrawing ? t("Withdrawing your report") : undefined}
                testId="tell-withdraw"
              >
                {t("Withdraw report")}
              </Button>
            )}
            <Button kind="plain" onClick={() => dispatch({ type: "closed" })} disabled={state.isBusy}>
              {t("Discard")}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
