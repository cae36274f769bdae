import { connect } from "node:net";
import { createInterface } from "node:readline";
import { type ControlEvent, type ControlRequest, eventSchema } from "./messages.ts";
import { socketPath } from "./socketPath.ts";

/** Thrown when no world is running in the folder. */
class NoWorldError extends Error {
  override name = "NoWorldError";
}

/**
 * Sends a command to the world that runs in `directory`, and reports its progress.
 *
 * @returns the result, as a message to print.
 * @throws {NoWorldError}
 * @throws with the world's message when the request failed.
 */
export async function requestWorld(
  directory: string,
  request: ControlRequest,
  onEvent: (event: ControlEvent) => void = () => undefined,
): Promise<string> {
  const socket = connect(socketPath(directory));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", () =>
        reject(
          new NoWorldError("No world is running here. Start one in another terminal: npm start"),
        ),
      );
    });
    socket.write(`${JSON.stringify(request)}\n`);
    for await (const line of createInterface({ input: socket })) {
      const event = eventSchema.parse(JSON.parse(line));
      if (event.kind === "done") return event.text;
      if (event.kind === "failed") throw new Error(event.text);
      onEvent(event);
    }
    throw new Error("The world stopped before the command finished. Start it again: npm start");
  } finally {
    socket.destroy();
  }
}
