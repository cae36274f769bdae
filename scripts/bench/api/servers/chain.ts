// What answers like a node that knows one thing: who owns every drifter. A real node costs more, and
// would cost it the service and the floor alike.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "./listen.ts";
import { runServer } from "./runServer.ts";

const question = z.object({ id: z.number(), method: z.string() });

runServer<{ owner: `0x${string}` }>(({ owner }) => {
  const answers: Record<string, string> = {
    eth_chainId: "0x7a69",
    eth_blockNumber: "0x10",
    eth_getCode: "0x00",
    eth_call: `0x${owner.slice(2).padStart(64, "0")}`,
  };
  const server = createServer(async (request, response) => {
    const { id, method } = question.parse(await json(request));
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method] }));
  });
  return listen(server);
});
