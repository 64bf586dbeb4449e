/** A country's flag, or its two letters where there is no drawing. Always beside the country's name. */
import { FLAGS } from "./flag_shapes.ts";
import { own } from "../../../server/wire/own_entry.ts";

export function Flag({ code }: { readonly code: string }) {
  const shapes = own(FLAGS, code);
  if (shapes === undefined) return <span className="code-chip" aria-hidden>{code}</span>;
  return (
    <svg className="flag" viewBox="0 0 24 16" aria-hidden>
      {shapes.map((shape, index) => <path key={index} d={shape.d} fill={shape.fill} />)}
    </svg>
  );
}
