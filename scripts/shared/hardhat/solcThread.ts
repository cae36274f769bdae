// Worker thread that runs solc on each message, standard JSON input, and posts its output.
import { parentPort } from "node:worker_threads";
import solc from "solc";

parentPort?.on("message", (input: string) => parentPort?.postMessage(solc.compile(input)));
