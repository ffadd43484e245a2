import { DepthwireError } from "@depthwire/core";
import type { Context } from "../../program/context.js";
import type { Progress } from "../../program/output.js";
import { Refused } from "../../program/refused.js";
import { wrapText } from "../../screen/wrap-text.js";
import type { Finding, FindingStatus } from "./finding.js";

const nameWidth = "permissions".length;
/** Before a sentence: the mark, the name, and the blanks between. */
const indent = "wrong  ".length + nameWidth + 2;

/** What was found until now. */
export class Report {
  readonly #context: Context;
  readonly #progress: Progress;
  readonly #checkCount: number;
  readonly #found: { readonly check: string; readonly finding: Finding }[] = [];

  /** @param checkCount how many checks there will be, for the progress */
  constructor(context: Context, checkCount: number) {
    this.#context = context;
    this.#checkCount = checkCount;
    this.#progress = context.output.progress("looking");
  }

  /** Makes one check. @returns whether all is as it should be */
  async check(name: string, look: () => Promise<Finding>): Promise<boolean> {
    this.#progress.update(this.#found.length, this.#checkCount, name);
    const finding = await this.#look(look);
    this.#found.push({ check: name, finding });
    return finding.status === "ok";
  }

  /** Takes the progress away: also where the work was cut off. */
  close(): void {
    this.#progress.end();
  }

  /** Tells what was found, and what it comes to. @throws Refused `found-wrong` */
  end(): void {
    const { output, styles } = this.#context;
    for (const { check, finding } of this.#found) {
      output.item({ check, ...finding }, this.#text(check, finding));
    }
    const [ok, warned, wrong] = [this.#of("ok"), this.#of("warn"), this.#of("wrong")];
    const counts = { ok: ok.length, warned: warned.length, wrong: wrong.length };
    output.write("\n");
    if (wrong.length > 0) {
      const remedy = "What to do stands beside each; begin with the first.";
      throw new Refused("found-wrong", `Wrong: ${wrong.join(", ")}`, remedy, counts);
    }
    const worthALook = `Nothing is wrong; worth a look: ${warned.join(", ")}.`;
    const words = warned.length > 0 ? styles.warn(worthALook) : styles.good("Nothing is wrong.");
    output.result(counts, words);
  }

  #of(status: FindingStatus): readonly string[] {
    return this.#found.filter(({ finding }) => finding.status === status).map(({ check }) => check);
  }

  async #look(look: () => Promise<Finding>): Promise<Finding> {
    try {
      return await look();
    } catch (error) {
      this.#context.signal.throwIfAborted();
      if (error instanceof Refused) {
        throw error;
      }
      const message = error instanceof Error ? error.message : String(error);
      const details = error instanceof DepthwireError ? { code: error.code } : {};
      const remedy = "Ask again; if it stays so, look at the findings above first.";
      return { status: "wrong", code: "check-failed", says: `The check ended early: ${message}`, remedy, details };
    }
  }

  #text(name: string, { status, says, remedy }: Finding): string {
    const { styles, screen } = this.#context;
    const width = (screen.isTerminal ? screen.size().columns : unbounded) - indent;
    const mark = { ok: styles.good("ok   "), warn: styles.warn("look "), wrong: styles.bad("wrong") }[status];
    const sentence = `${says}${/[.!?]$/.test(says) ? "" : "."}`;
    const lines = [
      ...wrapText(sentence, width),
      ...(remedy === undefined ? [] : wrapText(remedy, width).map((line) => styles.dim(line))),
    ];
    return `${mark}  ${styles.bold(name.padEnd(nameWidth))}  ${lines.join(`\n${" ".repeat(indent)}`)}`;
  }
}

/** A pipe is as wide as its lines. */
const unbounded = 10_000;
