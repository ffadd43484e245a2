/** Samples of the field notes, byte for byte. `@spec field notes, Samples` */

/** Full depth message of protocol A. */
export const depthSnapshotSample: string =
  '{"topic":"4BTC_USDT_depth","t":0,"d":{"pair":"4BTC_USDT","ut":1639124171584,"seq":188236,"asks":[["7.904","47741.6"],["0.604","47741.8"]],"bids":[["1.667","47741.3"],["0.534","47726.8"]]}}';

/** Incremental depth message of protocol A. Its `seq` steps by 4 from {@link depthSnapshotSample}. */
export const depthUpdateSample: string =
  '{"topic":"4BTC_USDT_depth","t":1,"d":{"pair":"4BTC_USDT","ut":1639124172771,"seq":188240,"add":{"asks":[["0.11","47744.9"]],"bids":[["0.809","47741.5"]]},"del":{"asks":null,"bids":[["0.522","47741.3"]]}}}';

/** Payload `d` of a ticker message (last price in usd stands first, field note 16). */
export const tickerSample: string =
  '["4BTC_USDT","48099.9","48099.90","299951.30","49631.3","47319.1","48095.1","0.041","48098.1","2.292","16781.668","-2.83%","1639125637999","299951.30000000"]';

/** One kline row of six elements. */
export const klineRowSample: string = '["1639122420000","47868.1","47892.3","47825.4","47825.4","10.86"]';

/** Error messages as they come without a marker. `@spec field note 4` */
export const bareErrorSamples: readonly string[] = [
  '{"channel":"4BTC_USDT_depth","error":{"code":"3009","msg":"Illegal subscription channel"}}',
  '{"error":{"code":"3025","msg":"apikey signature verification failed"}}',
];

/** API secret of all signing samples. */
export const sampleSecret = "c708ac3e70d115ec29efbee197330627d7edf842";

/** Header signing: `signature` belongs to `timestampMs` + `body` under {@link sampleSecret}. */
export const headerSigningSamples: readonly {
  readonly timestampMs: number;
  readonly body: string;
  readonly signature: string;
}[] = [
  {
    timestampMs: 1602679943911,
    body: '{"amount":"0.01","symbol":"USDT","type":0}',
    signature: "c947bf64fed90b1b73f8daa089bf3acb",
  },
  { timestampMs: 1602679943911, body: "{}", signature: "a6bcb033fd11840e2a1118466d98ecc2" },
  { timestampMs: 1602679943911, body: "", signature: "cd797073de0017864f106c2d029e4c90" },
];

/** Batch query signing: `signature` belongs to `commands` under {@link sampleSecret}. */
export const batchQuerySigningSample: { readonly commands: string; readonly signature: string } = {
  commands: '[{"cmd":"bc/dealLog","body":{"pair":"5BTC_USD","page":1,"size":10},"index":1}]',
  signature: "4429dee1480d6b046a087b10b751143b",
};
