/** Where the present accelerator is, from one to the next. */
export class Lives {
  #url: string | undefined;
  readonly #waiting = new Set<(url: string) => void>();

  /** Resolves with the address of the accelerator that is open, or of the next one. */
  url(): Promise<string> {
    return this.#url === undefined ? new Promise((resolve) => this.#waiting.add(resolve)) : Promise.resolve(this.#url);
  }

  opened(url: string): void {
    this.#url = url;
    for (const resolve of this.#waiting) {
      resolve(url);
    }
    this.#waiting.clear();
  }

  ended(): void {
    this.#url = undefined;
  }
}
