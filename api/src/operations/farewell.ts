import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Returns how to close `server` once every request is answered, or after `longestMilliseconds`: it
 * then tells how many answers it cut off. Node's own `close` would wait for connections that never
 * sent a request, such as those that browsers open in advance.
 */
export function prepareFarewell(server: Server): (longestMilliseconds: number) => Promise<number> {
  const idleSockets = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  server.on("connection", (socket) => {
    idleSockets.add(socket);
    socket.once("close", () => idleSockets.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    idleSockets.delete(socket);
    answers.add(response);
    response.once("close", () => {
      answers.delete(response);
      if (!server.listening) socket.destroySoon();
      else if (!socket.destroyed) idleSockets.add(socket);
    });
  });
  return async (longestMilliseconds) => {
    let cutOff = 0;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of idleSockets) socket.destroySoon();
    // Clients that know do not send their next request into a connection that is about to end.
    for (const answer of answers) if (!answer.headersSent) answer.setHeader("Connection", "close");
    const impatience = setTimeout(() => {
      cutOff = answers.size;
      server.closeAllConnections();
    }, longestMilliseconds);
    await closed;
    clearTimeout(impatience);
    return cutOff;
  };
}
