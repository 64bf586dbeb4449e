/** One picture of the sprite. Decorative: the text beside it says the same. */
import type { PictureName } from "../../drawings/pictures.ts";
import { picturesAddress } from "../../lib/format/pictures_address.ts";

export interface PictureProps {
  readonly name: PictureName;
  readonly size?: number;
}

export function Picture({ name, size = 40 }: PictureProps) {
  return (
    <svg className="picture" width={size} height={size} viewBox="0 0 48 48" aria-hidden data-picture={name}>
      <use href={`${picturesAddress()}#${name}`} />
    </svg>
  );
}
