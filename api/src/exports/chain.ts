// For the rest of the repository, as #service/chain. The service's view of the chain, and what it says of it.
export { createChain, createReceiptChain, summarise } from "../chain.ts";
export { createRedaction } from "../operations/redaction.ts";
export { ApiError } from "../problem.ts";
export { describeChain, runtimeConfig } from "../runtimeConfig.ts";
