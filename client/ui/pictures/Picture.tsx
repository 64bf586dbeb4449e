/** One picture of the sprite. Decorative: the text beside it says the same. */
import type { PictureName } from "../../drawings/pictures.ts";
import { picturesAddress } from "../../lib/format/pictures_address.ts";
import { useKnown } from "../../lib/hydration/use_known.ts";

export interface PictureProps {
  readonly name: PictureName;
  readonly size?: number;
}

export function Picture({ name, size = 40 }: PictureProps) {
  // A sent screen has its pictures once the app runs: they load after everything the screen itself needs.
  const isKnown = useKnown();
  return (
    <svg className="picture" width={size} height={size} viewBox="0 0 48 48" aria-hidden data-picture={name}>
      {isKnown && <use href={`${picturesAddress()}#${name}`} />}
    </svg>
  );
}
