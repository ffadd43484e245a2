import { ProtocolError } from "@depthwire/core";
import { encodeRefusal } from "@depthwire/core/internal";
import type { VenueCode } from "@depthwire/schema";
import { jsonContentType } from "@depthwire/schema/internal";
import type { Context } from "hono";
import { failedCode, sufferRequest } from "../faults/suffer-request.js";
import { StoreError } from "../store/store-error.js";
import { type Handlers, Refusal, refused } from "./handler.js";
import { UploadAbandoned } from "./read-body.js";
import { type Received, receive } from "./received.js";
import type { RestServices } from "./rest-services.js";
import { provenSender } from "./sender.js";
import { command } from "./steps/command.js";
import { frequency } from "./steps/frequency.js";
import { moment } from "./steps/moment.js";
import { operation } from "./steps/operation.js";
import { ordered } from "./steps/ordered.js";
import { parameters } from "./steps/parameters.js";
import { replay } from "./steps/replay.js";
import { sender } from "./steps/sender.js";
import { size } from "./steps/size.js";
import type { Asked, Step } from "./steps/step.js";
import { venueText } from "./venue-text.js";

/** What is asked when a request comes in. */
const arrival: readonly Step[] = [size, command, frequency, sender, parameters];

/** What is asked when it has reached the exchange, which may take its time. */
const execution: readonly Step[] = [moment, replay, ordered, operation];

/** What every request goes through, in this order; the first step that refuses it answers. The guide's table says the same. */
export const steps: readonly Step[] = [...arrival, ...execution];

/** A refusal: HTTP says that all is well, the answer says what is not. @spec field notes 24 and 25 */
function writeRefusal([{ handler }]: Handlers, { code }: Refusal): string {
  return encodeRefusal(handler.operation, code, venueText(code));
}

/** What is known after these steps, or the refusal of the first that refuses. What is not well-formed is refused with 3000. */
function takeSteps(these: readonly Step[], asked: Asked, services: RestServices): Asked | Refusal {
  let known = asked;
  try {
    for (const step of these) {
      const found = step.take(known, services);
      if (found instanceof Refusal) {
        return found;
      }
      known = found;
    }
    return known;
  } catch (error) {
    if (!(error instanceof ProtocolError)) {
      throw error;
    }
    return refused(3000);
  }
}

function arrive(handlers: Handlers, request: Received, services: RestServices): Asked | Refusal {
  const [named] = handlers;
  const begun: Asked = { request, handlers, named, sender: undefined, params: undefined, answer: "" };
  return takeSteps(arrival, begun, services);
}

function answer(arrived: Asked | Refusal, handlers: Handlers, services: RestServices): string {
  const found = arrived instanceof Refusal ? arrived : takeSteps(execution, arrived, services);
  return found instanceof Refusal ? writeRefusal(handlers, found) : found.answer;
}

/** Waits as long as the sender's latency says. A request whose sender is not known takes no time. */
async function pass(
  way: "orderEntry" | "response",
  arrived: Asked | Refusal,
  { latency }: RestServices,
): Promise<void> {
  const account = arrived instanceof Refusal ? undefined : provenSender(arrived.sender)?.account;
  if (account !== undefined) {
    await latency.wait(way, account);
  }
}

/** The venue went back to a snapshot while a request was under way: there it was never sent. */
class NeverSent extends Error {
  override readonly name = "NeverSent";
}

/**
 * An answer waits until what it tells cannot be lost any more; what cannot be kept is refused: the server is not able to.
 *
 * @param era the venue's when the request came
 */
async function answerKept(handlers: Handlers, request: Received, services: RestServices, era: number): Promise<string> {
  const { host } = services;
  const stayInEra = (): void => {
    if (host.era !== era) {
      throw new NeverSent("the venue has gone back");
    }
  };
  try {
    await host.readable();
    stayInEra();
    const arrived = arrive(handlers, request, services);
    await pass("orderEntry", arrived, services);
    await host.readable();
    stayInEra();
    const text = answer(arrived, handlers, services);
    // Asked for in the same turn, so that everything the answer tells is waited for.
    await host.kept();
    await pass("response", arrived, services);
    stayInEra();
    return text;
  } catch (error) {
    if (!(error instanceof StoreError || error instanceof NeverSent)) {
      throw error;
    }
    return writeRefusal(handlers, refused(failedCode));
  }
}

/** Answers a request at an address that belongs to these operations. What fails here fails for this request alone. */
export async function answerRequest(handlers: Handlers, context: Context, services: RestServices): Promise<Response> {
  const write = (text: string): Response => context.body(text, 200, { "content-type": jsonContentType });
  const refuse = (code: VenueCode): Response => write(writeRefusal(handlers, refused(code)));
  const { faults, clock, barrier, host } = services;
  const { era } = host;
  try {
    const course = {
      clock,
      refuse,
      wasNeverSent: () => host.era !== era,
      answer: async () => write(await answerKept(handlers, await receive(context), services, era)),
    };
    return await sufferRequest(context, faults, course);
  } catch (error) {
    if (!(error instanceof UploadAbandoned)) {
      barrier.tell("request-failed", error, { path: context.req.path });
    }
    return refuse(failedCode);
  }
}
