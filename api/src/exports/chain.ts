// Public entry point #service/chain: how the service reads the chain.
export { createChain, createReceiptChain, summarise } from "../chain.ts";
export { isFringeDriftersContract } from "../isFringeDriftersContract.ts";
export { readPhaseNames } from "../minted/phaseNames.ts";
export { createRedaction } from "../operations/redaction.ts";
export { ApiError } from "../problem.ts";
export { describeChain, runtimeConfig } from "../runtimeConfig.ts";
