/** The address to which people write, as a link. */
import { site } from "../../lib/browser/site.ts";

export function ContactLink() {
  const { contactEmail } = site();
  return <a href={`mailto:${contactEmail}`}>{contactEmail}</a>;
}
