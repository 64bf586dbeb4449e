/** Says that a list ends before its last row. */
import { Notice } from "../../ui/layout/Notice.tsx";
import { count } from "../format/money.ts";

export function More({ text }: { readonly text: string }) {
  return (
    <Notice kind="info" testId="more">
      <p>{text}</p>
    </Notice>
  );
}

export function MoreEmails({ shown }: { readonly shown: number }) {
  return <More text={`Only the newest ${count(shown)} emails are shown. An export has all of them.`} />;
}
