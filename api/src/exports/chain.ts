// Public entry point #service/chain: how the service reads the chain.

export { ApiError } from "../base/apiError.ts";
export { createChain, createRevisionChain, summarize } from "../chain/chain.ts";
export { isSupportedContract } from "../chain/isSupportedContract.ts";
export { createRedaction } from "../chain/redaction.ts";
export type { UsedMint } from "../chain/usedMint.ts";
export { describeChain, runtimeConfig } from "../pages/runtimeConfig.ts";
