// The yardstick: Node's own server with nothing between the request and the bytes.
import { createServer } from "node:http";
import { listen } from "../../../listen.ts";
import type { FixedAnswer } from "./fixedAnswer.ts";
import type { Serve } from "./serving.ts";

export const serve: Serve<FixedAnswer> = async ({ status, headers, body }) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, [...headers]);
    response.end(body);
  });
  return listen(server);
};
