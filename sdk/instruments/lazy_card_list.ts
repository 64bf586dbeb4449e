/** The list of stored cards as a page holds it while its code loads. */
import { LazyElement } from "../ui/lazy_element.ts";
import type { CardList } from "./card_list.ts";

/** The list of stored cards, whose code loads when it is mounted. */
export class LazyCardList extends LazyElement<CardList> {
  /** Selects no card. The pay button pays with the card form again. */
  reset(): void {
    void this.ready.then((list) => list?.reset());
  }
}
