/** The looks that an offer and the bought product share: its picture, and what it holds. */
import type { Plan } from "../../../server/wire/billing/plans.ts";
import { productPicture } from "../../lib/format/picture_names.ts";
import { TickList } from "../../ui/layout/TickList.tsx";
import { Picture } from "../../ui/pictures/Picture.tsx";

export function OfferPicture({ plan }: { readonly plan: Plan }) {
  return (
    <span className="offer__preview">
      <Picture name={productPicture(plan)} size={72} />
    </span>
  );
}

export function OfferContents({ lines }: { readonly lines: readonly string[] }) {
  return lines.length > 1
    ? <TickList rows={lines} isSmall />
    : <>{lines.map((line) => <p key={line} className="small">{line}</p>)}</>;
}
