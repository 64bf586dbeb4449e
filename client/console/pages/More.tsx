/** Says that a list ends before its last row. */
import { Notice } from "../../ui/layout/Notice.tsx";

export function More({ text }: { readonly text: string }) {
  return (
    <Notice kind="info" testId="more">
      <p>{text}</p>
    </Notice>
  );
}
