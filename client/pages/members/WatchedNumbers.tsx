/** The watched numbers on the first screen, as far as they can be loaded; the alerts page says more. */
import { t } from "../../i18n/t.ts";
import { Link } from "react-router-dom";
import { paths } from "../../lib/browser/paths.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { BAND_WORDS } from "../../ui/report/bands.ts";
import { BandShape } from "../../ui/report/ScoreGauge.tsx";
import { alertPorts } from "./member_ports.ts";

export function WatchedNumbers() {
  const { loaded } = useLoaded(alertPorts.list);
  if (loaded.kind !== "loaded" || loaded.value.length === 0) return null;
  return (
    <section className="stack stack--12" data-testid="watched">
      <h2>{t("Numbers with alerts")}</h2>
      <ul className="watched">
        {loaded.value.map(({ id, number, score, band }) => (
          <li key={id}>
            <Link to={paths.view("alerts")} className="numbers">
              {number}
              <b className="band-word" data-band={band}>
                <BandShape band={band} /> {score}
                <span className="visually-hidden">, {BAND_WORDS[band].within}</span>
              </b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
