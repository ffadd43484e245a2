export type { AcceleratorDataOptions } from "./data/data-options.js";
export type { DataRecord, DataStore, RecordRange, StoreFailure } from "./data/data-store.js";
export type { RecordKind } from "./data/record-keys.js";
export type { ReplayStatus } from "./replay/replayed-venue.js";
