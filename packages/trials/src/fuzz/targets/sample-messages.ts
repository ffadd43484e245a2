import { fuzzPair } from "../generate/depth-text.js";

/** Messages of protocol A, of every kind. */
export const prefixMessages: readonly string[] = [
  `{"topic":"${fuzzPair}_depth","t":0,"d":{"pair":"${fuzzPair}","ut":5,"seq":7,"asks":[["1.5","2"]],"bids":null}}`,
  `{"topic":"${fuzzPair}_depth","t":1,"d":{"pair":"${fuzzPair}","ut":6,"seq":8,"add":{"asks":[["1.50","2.10"]],"bids":[]},"del":{"asks":null,"bids":[["0","1"]]}}}`,
  `{"topic":"${fuzzPair}_ticker","t":1,"d":["${fuzzPair}","1","2","3","4","5","6","7","8","9","1","-2%","3","3"]}`,
  `{"topic":"${fuzzPair}_deals","t":0,"d":[["1","2.5","3","1",1600000000000]]}`,
  `{"topic":"${fuzzPair}_kline_1min","t":0,"d":[["1600000000000","1","2","0.5","1.5","10"]]}`,
  '{"topic":"ALL_ALL_login","uid":"7","t":0,"d":{"result":"ok"}}',
  '{"topic":"ALL_ALL_login","uid":7,"t":1,"d":{"order":{"orderId":"1","pair":"4BTC_USDT","price":"1","quantity":"2","status":1}}}',
  '{"channel":"x","error":{"code":"3009","msg":"m"}}',
  '{"ping":1600000000000}',
  '{"pong":1600000000000}',
];

/** Messages of protocol B, of every kind. */
export const channelMessages: readonly string[] = [
  `[{"channel":"svc_sub_spot_${fuzzPair}_depth","binary":0,"data_type":0,"data":{"pair":"${fuzzPair}","update_time":5,"seq":7,"asks":[{"volume":"1","price":"2"}]}}]`,
  `[{"channel":"svc_sub_spot_${fuzzPair}_depth","binary":0,"data_type":1,"data":{"pair":"${fuzzPair}","update_time":5,"seq":8,"mod":{"asks":[{"volume":"1","price":"2"}]}}}]`,
  '[{"channel":"c","binary":1,"data_type":0,"data":"e30="}]',
  '{"channel":"svc_sub_spot_ALL_ALL_login","binary":0,"data_type":0,"data":{"result":"ok"}}',
  '{"channel":"x","error":{"code":3009,"msg":"m"}}',
  '{"ping":1600000000000}',
];
