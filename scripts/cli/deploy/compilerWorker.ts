// Runs Solidity's compiler on the standard JSON input that it is started with, and answers its output.
import { parentPort, workerData } from "node:worker_threads";
import solc from "solc";

parentPort?.postMessage(solc.compile(workerData));
