/** The mark of the product and its name, as the way home. */
import { t } from "../i18n/t.ts";
import { Link } from "react-router-dom";
import { paths } from "../lib/browser/paths.ts";
import { WordmarkMark } from "../ui/pictures/WordmarkMark.tsx";

export function Wordmark() {
  return (
    <Link to={paths.main()} className="wordmark" aria-label={t("TrustCheck home")}>
      <WordmarkMark />
      <span>
        Trust<span className="wordmark__soft">Check</span>
      </span>
    </Link>
  );
}
