// A plain fastify route that sends bytes it has at hand.
import { fastify } from "fastify";
import { type FixedAnswer, headersByName } from "./fixedAnswer.ts";
import { runServer } from "./runServer.ts";

runServer<FixedAnswer>((answer) => {
  const headers = headersByName(answer);
  const body = Buffer.from(answer.body);
  const app = fastify();
  app.get("/api/narrative/:drifterId", (_request, reply) => reply.headers(headers).send(body));
  return app.listen({ port: 0, host: "127.0.0.1" });
});
