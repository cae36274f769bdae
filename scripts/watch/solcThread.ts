// Worker thread that keeps solc loaded: answers each standard JSON input with its output.
import { parentPort } from "node:worker_threads";
import solc from "solc";

parentPort?.on("message", (input: string) => parentPort?.postMessage(solc.compile(input)));
