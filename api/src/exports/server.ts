// Public entry point #service/server: the service.
export { createLogger } from "../operations/logger.ts";
export { startServer } from "../server.ts";
