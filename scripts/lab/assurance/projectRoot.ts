import { fileURLToPath } from "node:url";

/** The project's folder. */
export const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));
