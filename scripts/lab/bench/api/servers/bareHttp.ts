// The baseline: Node's own server, which sends a fixed response.
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
