import { type DecimalForm, narrowDigits } from "./columns.js";

/** What the numbers of one form need. Plain data: it crosses threads. */
export interface FormNeeds {
  /** Most decimals that a number has, zeros at its end not counted. */
  readonly scale: number;
  /** Most digits before the point. */
  readonly wholeDigits: number;
}

/** By form: `trades.price`. */
export type DecimalForms = Readonly<Record<string, DecimalForm>>;

/** By form: what its numbers need. */
export type AllNeeds = Readonly<Record<string, FormNeeds>>;

/** The finest scale that is needed, on 64 bits where every number fits. */
export function formOf({ scale, wholeDigits }: FormNeeds): DecimalForm {
  return { scale, width: scale + wholeDigits <= narrowDigits ? "narrow" : "wide" };
}

/** What all of them need together. */
export function joinedNeeds(all: readonly AllNeeds[]): AllNeeds {
  const joined: Record<string, FormNeeds> = {};
  for (const [name, needs] of all.flatMap((some) => Object.entries(some))) {
    const { scale, wholeDigits } = joined[name] ?? noNeeds;
    joined[name] = {
      scale: Math.max(scale, needs.scale),
      wholeDigits: Math.max(wholeDigits, needs.wholeDigits),
    };
  }
  return joined;
}

/** The forms for these needs. */
export function formsOf(needs: AllNeeds): DecimalForms {
  return Object.fromEntries(Object.entries(needs).map(([name, some]) => [name, formOf(some)]));
}

/** Before the first number. */
export const noNeeds: FormNeeds = { scale: 0, wholeDigits: 1 };

/** Takes the numbers of a form without keeping them, and learns what they need. */
export class FormSurvey {
  #scale = 0;
  #wholeDigits = 1;
  #wholeEnd = 10;

  get needs(): FormNeeds {
    return { scale: this.#scale, wholeDigits: this.#wholeDigits };
  }

  set(_row: number, scaled: number, scale: number): void {
    const whole = Math.abs(scaled) / Number(`1e${scale}`);
    if (scale > this.#scale || whole >= this.#wholeEnd) {
      this.setExact(0, BigInt(scaled), scale);
    }
  }

  setExact(_row: number, scaled: bigint, scale: number): void {
    const digits = String(scaled < 0n ? -scaled : scaled);
    const zeros = scaled === 0n ? scale : Math.min(scale, digits.length - digits.replace(/0+$/, "").length);
    this.#scale = Math.max(this.#scale, scale - zeros);
    this.#wholeDigits = Math.max(this.#wholeDigits, digits.length - scale);
    this.#wholeEnd = Number(`1e${this.#wholeDigits}`);
  }

  setAbsent(): void {}
}
