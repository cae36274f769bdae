// Exported as #service/server: the service.
export { createLogger } from "../logger.ts";
export { startServer } from "../server.ts";
