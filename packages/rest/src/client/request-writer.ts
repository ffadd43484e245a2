import { type Credential, type HttpRequest, ValidationError } from "@depthwire/core";
import {
  type CompiledOperation,
  encodeBatchRequest,
  encodePublicRequest,
  encodeSignedRequest,
} from "@depthwire/core/internal";
import type { InputOf } from "@depthwire/schema";
import type { CallGuard } from "../exclusive/call-guard.js";

/** A request with what its answer is checked against. */
export interface WrittenRequest {
  readonly request: HttpRequest;
  /** The venue's time that it was signed with; 0 where no time is signed. */
  readonly signedAtMs: number;
  /** The index of a batch command. */
  readonly commandIndex: number | undefined;
}

/** What requests are written with. */
export interface RequestWriterParts {
  readonly serviceName: string;
  /** The key at this moment. */
  readonly credential: () => Credential | undefined;
  /** The venue's time at this moment. */
  readonly signingTimeMs: () => number;
  /** Asked between the venue's time and the signature. */
  readonly guard: CallGuard | undefined;
}

/** Writes and signs requests. A call is signed when it is sent, never when it is queued. */
export class RequestWriter {
  readonly #parts: RequestWriterParts;
  #commandIndex = 0;

  constructor(parts: RequestWriterParts) {
    this.#parts = parts;
  }

  /** @throws ValidationError `value-invalid`, `option-invalid`; TransportError `clock-unreliable`; what the guard throws */
  write<Params, Result>(operation: CompiledOperation<Params, Result>, params: InputOf<Params>): WrittenRequest {
    const { serviceName, signingTimeMs, guard } = this.#parts;
    switch (operation.operation.auth) {
      case "none":
        return { request: encodePublicRequest(operation, params), signedAtMs: 0, commandIndex: undefined };
      case "signed-headers": {
        const timestampMs = signingTimeMs();
        guard?.sign(operation.operation, timestampMs);
        const signing = { credential: this.#credential(), timestampMs, serviceName };
        const request = encodeSignedRequest(operation, params, signing);
        return { request, signedAtMs: timestampMs, commandIndex: undefined };
      }
      case "signed-form": {
        this.#commandIndex = (this.#commandIndex % 1_000_000) + 1;
        const request = encodeBatchRequest(operation, params, this.#credential(), this.#commandIndex);
        return { request, signedAtMs: 0, commandIndex: this.#commandIndex };
      }
    }
  }

  #credential(): Credential {
    const credential = this.#parts.credential();
    if (credential === undefined) {
      throw new ValidationError("option-invalid", { option: "credential", rule: "given where calls are signed" });
    }
    return credential;
  }
}
