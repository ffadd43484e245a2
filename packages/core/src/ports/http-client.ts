/** One HTTP request. Its headers and body are secrets: they are signed. */
export interface HttpRequest {
  readonly method: "GET" | "POST";
  /** Path and query, to be put behind a base address. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for GET. */
  readonly body?: string;
}

/** One HTTP answer, read to its end. */
export interface HttpResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Bounds of one HTTP call. */
export interface HttpCallLimits {
  readonly signal?: AbortSignal;
  /** Ends the call as long as no byte of the request has left; afterwards it means nothing. An adapter that cannot know it passes it over. */
  readonly unsentSignal?: AbortSignal;
  /** Most bytes of the answer's body; more of it is not read. */
  readonly maxBodyBytes: number;
}

/**
 * Sends one request and reads the whole answer, whatever its status. It follows no redirect: a signed request goes where it was sent.
 *
 * An error says by `ambiguous` whether a byte of the request may have left: where an adapter cannot know it, it says yes.
 *
 * @param address base address without a slash at its end
 * @throws TransportError `connect-failed`, `connection-lost`, `timed-out`, `aborted`; ProtocolError `text-too-long`
 */
export interface HttpClient {
  (address: string, request: HttpRequest, limits: HttpCallLimits): Promise<HttpResponse>;
  /**
   * Whether the runtime may send a request again by itself when its connection ended without an answer, one that moves money too, as browsers do.
   * Then the answer may be that of a second copy, and the first may have been carried out. Absent: each request is sent once.
   */
  readonly mayRepeat?: boolean;
}
