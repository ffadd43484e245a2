/** Counts that channels of one shard share. */
export interface ChannelCounters {
  /** Messages of channels other than books. */
  events: number;
  /** Messages that were dropped because their reader was too slow. */
  eventsDropped: number;
}
