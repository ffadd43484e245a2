import {
  type BookReason,
  type BookStatus,
  type DisconnectReason,
  type DoubtReason,
  doubtfulStatus,
} from "./book-status.js";
import { DepthBook } from "./depth-book.js";

/** A book whose feed may say that it cannot be called live, although its messages make it so. */
export class DoubtableBook extends DepthBook {
  #doubt: DoubtReason | undefined;

  override get status(): BookStatus {
    const { standing } = this;
    return standing === "live" && this.#doubt !== undefined ? doubtfulStatus(this.#doubt) : standing;
  }

  override get reason(): BookReason | undefined {
    return this.standing === "live" ? this.#doubt : this.why;
  }

  /**
   * Its feed says why the book may not be called live, or with undefined that it may again. Messages are applied all the
   * while, so nothing has to be asked for anew.
   */
  doubt(reason: DoubtReason | undefined): void {
    if (reason !== this.#doubt) {
      this.#doubt = reason;
      this.changed();
    }
  }

  override disconnected(reason: DisconnectReason | "connecting"): void {
    this.#doubt = undefined;
    super.disconnected(reason);
  }
}
