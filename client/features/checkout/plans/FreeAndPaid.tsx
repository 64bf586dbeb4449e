/** What a person has with any plan, and what without one. */
import { t } from "../../../i18n/t.ts";
import { TickList } from "../../../ui/layout/TickList.tsx";

const FREE = [
  t("Validity, line type, and location of any number"),
  t("Risk level and every reason behind it"),
  t("Urgent steps if you've been targeted"),
] as const;
const PAID = [
  t("A confidence rating, map, and local time"),
  t("Member reports about this number, if there are any"),
  t("20 checks a day, with saved history and change alerts"),
] as const;

export function FreeAndPaid() {
  return (
    <div className="pair pair--top">
      <List title={t("Free for everyone")} rows={FREE} />
      <PaidList />
    </div>
  );
}

export function PaidList() {
  return <List title={t("With any plan")} rows={PAID} />;
}

function List({ title, rows }: { readonly title: string; readonly rows: readonly string[] }) {
  return (
    <section className="stack stack--12">
      <h2 className="list-title">{title}</h2>
      <TickList rows={rows} />
    </section>
  );
}
