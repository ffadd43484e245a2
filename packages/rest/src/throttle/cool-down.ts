/** How long nothing but a probe goes out. Milliseconds. */
export interface CoolDownOptions {
  /** How long nothing else goes out after the venue said "too frequent". */
  readonly coolDownMs: number;
  /** After this one cancel is tried all the same; after each that is refused twice as long. */
  readonly firstProbeMs: number;
}

/** The time after the venue said "too frequent". One cancel at a time finds out whether it hears again. */
export class CoolDown {
  readonly #options: CoolDownOptions;
  #untilMs = Number.NEGATIVE_INFINITY;
  #nextProbeAtMs = 0;
  #spacingMs = 0;
  #isProbing = false;
  #count = 0;

  constructor(options: CoolDownOptions) {
    this.#options = options;
  }

  /** Times that the venue said it. */
  get count(): number {
    return this.#count;
  }

  /** Whether only a probe may go out. */
  isCold(nowMs: number): boolean {
    return nowMs < this.#untilMs;
  }

  /** Whether a cancel may go out as a probe. */
  mayProbe(nowMs: number): boolean {
    return !this.#isProbing && nowMs >= this.#nextProbeAtMs;
  }

  /** How long until time alone changes what may go out. */
  changesInMs(nowMs: number): number {
    const nextMs = !this.#isProbing && this.#nextProbeAtMs > nowMs ? this.#nextProbeAtMs : this.#untilMs;
    return Math.min(nextMs, this.#untilMs) - nowMs;
  }

  probe(): void {
    this.#isProbing = true;
  }

  /** The venue refused a request as too frequent. */
  refused(wasProbe: boolean, nowMs: number): void {
    const { coolDownMs, firstProbeMs } = this.#options;
    if (wasProbe) {
      // It means nothing beyond the cool-down itself, which each refusal restarts.
      this.#spacingMs *= 2;
    } else if (!this.isCold(nowMs)) {
      this.#spacingMs = firstProbeMs;
    }
    this.#count++;
    this.#untilMs = nowMs + coolDownMs;
    this.#ended(wasProbe, nowMs + this.#spacingMs);
  }

  /** A probe was answered otherwise: the next may follow at once. */
  heard(nowMs: number): void {
    this.#spacingMs = this.#options.firstProbeMs;
    this.#ended(true, nowMs);
  }

  /** A probe was never sent: it has told nothing. */
  unsent(nowMs: number): void {
    this.#ended(true, nowMs + this.#spacingMs);
  }

  #ended(wasProbe: boolean, nextProbeAtMs: number): void {
    this.#isProbing &&= !wasProbe;
    this.#nextProbeAtMs = nextProbeAtMs;
  }
}
