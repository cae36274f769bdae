// For the rest of the repository, as #service/server. The service itself.
export { createLogger } from "../logger.ts";
export { startServer } from "../server.ts";
