import type { HttpClient } from "@depthwire/core";

/** An {@link HttpClient} with connections of its own. */
export interface NodeHttpClient {
  readonly request: HttpClient;
  /** Ends the idle connections, then the others when their request is answered, and after `closeWithinMs` whatever is left. */
  close(): Promise<void>;
}
