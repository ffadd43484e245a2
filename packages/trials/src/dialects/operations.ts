/** Requests of documents 1 and 2 as their Endpoints sections list them: method and path, and the command where one path has several. */
export const documentedOperations: readonly string[] = [
  "GET /v1/public/queryApiDomain",
  "POST /v3/cbuassets/transfer",
  "POST /v3/assets/transfer/cbu",
  "POST /v3/cbu/order/open",
  "POST /v3/cbu/order/close",
  "POST /v3/cbu/order/closeBatch",
  "POST /v3/cbu/order/closeAll",
  "POST /v3/cbu/order/planOpen",
  "POST /v3/cbu/order/planOrderList",
  "POST /v3/cbu/order/planClose",
  "POST /v3/cbu/order/planCloseAll",
  "POST /v3/cbu/changeMargin",
  "POST /v3/cbu/changeMode",
  "POST /v3/cbu/assets",
  "POST /v3/cbu/position",
  "POST /v3/cbu/order/list",
  "POST /v3/cbu/order/detail",
  "POST /v3/cbu/order/listBatch",
  "POST /v3/cbu/order/listBatchByClientOid",
  "GET /v3/cbu/timestamp",
  "POST /v3.1/cquery/base_u/dealLog",
  "POST /v3.1/cquery/base_u/orderDetail",
  "POST /v3.1/cquery/base_u/orderHistory",
  "POST /v3.1/cquery/base_u/orderById",
  "GET /v3.1/cquery/buFundRate",
  "GET /v3.1/cquery/buTagPrice",
  "GET /v3.1/cquery/buValue",
  "GET /v3.1/cquery/buUnit",
  "GET /v2/mdata/kline",
  "GET /v2/mdata/depth",
  "POST /v1.1/cquery bc/dealLog",
  "POST /v1.1/cquery bc/orderDetail",
  "POST /v1.1/cquery bc/orderHistory",
  "POST /v1.1/cquery bc/orderById",
  "GET /v1.1/cquery bcFundRate",
  "GET /v1.1/cquery bcTagPrice",
  "GET /v1.1/cquery bcValue",
  "GET /v1.1/cquery bcUnit",
  "GET /v3/mdata/ping",
  "GET /v3/mdata/pairList",
  "GET /v3/mdata/kline",
  "GET /v3/mdata/marketAll",
  "GET /v3/mdata/market",
  "GET /v3/mdata/depth",
  "GET /v3/mdata/deals",
  "GET /v3/mdata/ticker",
  "GET /v3.1/orderpending/tradeLimit",
  "POST /v3.1/transfer/mainAssets",
  "POST /v3.1/spot/account/assets",
  "POST /v3.1/transfer/transferIn",
  "POST /v3.1/transfer/transferOut",
  "POST /v3.1/transfer/transferInList",
  "POST /v3.1/transfer/transferOutList",
  "POST /v3.1/transfer/coinConfig",
];

/** Names a request as {@link documentedOperations} does. @param form the body, when it is a form that holds `cmds` */
export function operationOf(method: string, url: URL, form: string | undefined): string {
  const name = `${method} ${url.pathname}`;
  if (!name.endsWith("/v1.1/cquery")) {
    return name;
  }
  const command = url.searchParams.get("cmd") ?? commandIn(form);
  return `${name} ${command ?? ""}`.trimEnd();
}

function commandIn(form: string | undefined): string | undefined {
  return /"cmd":"([^"]+)"/.exec(new URLSearchParams(form ?? "").get("cmds") ?? "")?.[1];
}

/** Whether an answer says that the request was carried out. */
export function isSuccess(text: string): boolean {
  if (/^\s*\{"error":|"state":(?!0[,}\s])/.test(text)) {
    return false;
  }
  return /"(state|result|time)":/.test(text);
}
