/** For siblings alone: not part of the public interface, and without any promise. */
/** The exchange behind the sandbox, for what measures it. */
export type { Command } from "@depthwire/exchange";
export {
  canonicalText,
  contractMarket,
  contractPairs,
  createRandomState,
  dueUsers,
  Exchange,
  type ExchangeConfig,
  happens,
  type Market,
  marketOf,
  nextInteger,
} from "@depthwire/exchange/internal";
export { canonicalHost, canonicalOrigin } from "./guard/authority.js";
export { ConnectionsPerAddress } from "./guard/connections-per-address.js";
export { crossOriginHeaders, isPreflight, preflightHeaders } from "./guard/cross-origin.js";
export { canonicalAddress, isLoopback } from "./guard/ip-address.js";
export { judgeRequest, type RequestFacts, type RequestPolicy, type RequestVerdict } from "./guard/judge-request.js";
export { plainAddress } from "./guard/plain-address.js";
export { quote } from "./guard/refusal.js";
export type { Apply, CommandLog } from "./host/command-log.js";
export type { GivenExchange } from "./host/exchange-host.js";
export { type BeginExchange, type HostedVenue, hostVenue } from "./in-memory/hosted-venue.js";
export { durabilities } from "./journal/durability.js";
export { type KeptExchange, openJournal } from "./journal/open-journal.js";
export { nodePorts } from "./node/node-ports.js";
export { profiles } from "./profile.js";
export { credentialFileOf, replaceCredentialFile, usualCredentialFile } from "./program/credential-file.js";
export { outliveTerminal, runUntilTold, type StartedProgram } from "./program/end-when-told.js";
export { usualHistoryMs } from "./program/usual-history.js";
export { usualPort } from "./program/usual-port.js";
export { listHandledOperations } from "./rest/list-handled-operations.js";
export { type MethodAndPath, nearestAddress } from "./rest/nearest-address.js";
export type { MarkedStore } from "./store/marked-store.js";
export { openStore } from "./store/open-store.js";
export { openText, sealText } from "./store/sealed-text.js";
export type { Change, KeyRange, Store, WaitFor } from "./store/store.js";
export { keptFileName } from "./store/store-files.js";
export { checkTerms } from "./terms/check-terms.js";
export type * from "./types.js";
