import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

// Places an order that rests, once however often it is sent, and cancels it. Types are the interface description's.
//
//   npx openapi-typescript openapi.json -o schema.d.ts && npx tsc && node dist/place-and-cancel.js http://127.0.0.1:8080 TOKEN 4BTC_USDT

declare const process: { readonly argv: readonly string[]; readonly stdout: { write(text: string): void } };

const [baseUrl = "", token = "", pair = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { "x-depthwire-token": token } });

const book = await client.GET("/book/{pair}", { params: { path: { pair }, query: { levels: 1 } } });
const bid = book.data?.bids?.[0] as { readonly price: string } | undefined;
if (bid === undefined) {
  throw new Error(`there is no book of ${pair}: ${JSON.stringify(book.error)}`);
}

// A price is text for the service; here it need not be exact.
const price = String(Math.floor(Number(bid.price) * 0.95));
const { data: placed, error } = await client.POST("/orders", {
  body: { pair, side: "open-long", type: "limit", quantity: "0.01", price },
  headers: { "idempotency-key": `generated-${price}` },
});
if (placed?.orderId === undefined) {
  throw new Error(`the order was refused: ${JSON.stringify(error)}`);
}
process.stdout.write(`placed at ${price}: ${placed.status}\n`);

const path = { orderId: placed.orderId };
// What changes something says that it is JSON, even where there is nothing to say.
const headers = { "content-type": "application/json" };
const cancelled = await client.DELETE("/orders/{orderId}", { params: { path }, headers });
process.stdout.write(`cancelled: ${cancelled.response.status}\n`);

// Documented paths are there too, with the names of the documents.
const assets = await client.POST("/v3/cbu/assets", { body: { coin: "USDT" } });
process.stdout.write(`assets: ${JSON.stringify(assets.data).slice(0, 10)}\n`);
