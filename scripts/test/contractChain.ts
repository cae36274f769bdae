import hre, { network } from "hardhat";
import { CallRecorder } from "./callRecorder.ts";
import { traceFailures } from "./traceFailures.ts";

const recorder = new CallRecorder();
hre.hooks.registerHandlers("network", {
  onRequest: (context, connection, request, next) =>
    recorder.record(request, () => next(context, connection, request)),
});

/**
 * Chain of the contract tests, in this process; fixtures restore its snapshots. Transactions have a fixed gas limit,
 * because estimating would run each of them several times.
 */
export const { ethers, networkHelpers, provider } = await network.create({
  override: { gas: 14_000_000 },
});

traceFailures(recorder, (request) => provider.request(request));
