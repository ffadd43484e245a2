import type { Random } from "@depthwire/core";

/** What may be wrong with an input's treatment, as one of the three counts of the summary. */
export type FindingKind = "uncaught" | "slow" | "lenient";

/** What a subject did that it must not do. */
export interface Finding {
  readonly kind: FindingKind;
  /** Findings of one signature are one: where it was thrown, or on what judge and subject disagree. */
  readonly signature: string;
  /** For people. */
  readonly detail: string;
}

/** What came of one input. */
export interface Judgement {
  /** Whether the subject took the input. A run in which nothing is ever taken, or nothing ever refused, proves little. */
  readonly taken: boolean;
  /** What was seen beside the code that ran: outcomes and sizes of what has no coverage of its own, such as WebAssembly. */
  readonly features?: readonly string[];
  readonly findings?: readonly Finding[];
}

/** Another form of an input, in which more can be left out: the text inside a compressed frame. */
export interface InnerForm {
  /** Undefined: this input has no such form. */
  open(input: Uint8Array): Uint8Array | undefined;
  close(inner: Uint8Array): Uint8Array;
}

/** Something that reads foreign bytes, with a judge beside it. */
export interface FuzzTarget {
  readonly name: string;
  /** Part of all inputs, relative to the other targets' shares. */
  readonly share: number;
  /** Makes the subject. What it loads is loaded here, so that a thread measures the coverage of its own target alone. */
  open(): Promise<OpenTarget>;
}

/** A target at work. */
export interface OpenTarget {
  /** Inputs to begin with. */
  readonly seeds: readonly Uint8Array[];
  /** An input that is sound, or nearly so. */
  generate(random: Random): Uint8Array;
  /** An input that differs a little, by what it means; changes of bare bytes are made beside it. */
  mutate(input: Uint8Array, random: Random): Uint8Array;
  readonly inner?: InnerForm;
  /** Hands the input to the subject and to its judge. Throws nothing. */
  run(input: Uint8Array): Judgement | Promise<Judgement>;
  /** CPU time that an input may take, judge included: milliseconds, and microseconds for each byte. */
  readonly patience: { readonly ms: number; readonly usPerByte: number };
  close?(): Promise<void>;
}
