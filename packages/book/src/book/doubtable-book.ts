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
   * Whether a snapshot without `seq` stands, and nothing behind it had one yet. The first `seq` is taken as the next step, whatever it is: a message that is
   * lost before it leaves no gap.
   */
  get followsUnnumbered(): boolean {
    return this.standing === "syncing" && this.why === "baseline-unproven" && this.seq === 0;
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
