// Worker thread that runs solc on the standard JSON input in `workerData` and posts its output.
import { parentPort, workerData } from "node:worker_threads";
import solc from "solc";

parentPort?.postMessage(solc.compile(workerData));
