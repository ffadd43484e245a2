/** What a child process is told. */
export interface AcceleratorOrders {
  readonly restUrl: string;
  readonly pushUrl: string;
  readonly serviceName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Where it keeps its data; absent: nowhere, which shows that the trial can fail. */
  readonly directory?: string;
  /** How long the venue takes a signed request, in milliseconds. */
  readonly toleranceMs: number;
}

/** What a child process tells when its port is open. */
export interface AcceleratorReport {
  readonly url: string;
  /** How long it took from the process's first step, in milliseconds. */
  readonly startMs: number;
}
