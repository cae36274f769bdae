import { connect } from "node:net";
import { createInterface } from "node:readline";
import { type ControlEvent, type ControlRequest, eventSchema } from "./messages.ts";
import { socketPath } from "./socketPath.ts";

/** Thrown when no world runs in the folder. */
class NoWorldError extends Error {
  override name = "NoWorldError";
}

/**
 * Sends a command to the world that runs in `directory`, and reports its progress.
 *
 * @returns what came of it.
 * @throws {NoWorldError}
 * @throws with the world's own words when it could not.
 */
export async function askWorld(
  directory: string,
  request: ControlRequest,
  onEvent: (event: ControlEvent) => void = () => undefined,
): Promise<string> {
  const socket = connect(socketPath(directory));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", () =>
        reject(new NoWorldError("No world runs here. Begin one in another terminal: npm start")),
      );
    });
    socket.write(`${JSON.stringify(request)}\n`);
    for await (const line of createInterface({ input: socket })) {
      const event = eventSchema.parse(JSON.parse(line));
      if (event.kind === "done") return event.text;
      if (event.kind === "failed") throw new Error(event.text);
      onEvent(event);
    }
    throw new Error("The world ended before it had done that. Begin it again: npm start");
  } finally {
    socket.destroy();
  }
}
