const { SOAK, VSCODE_INSPECTOR_OPTIONS } = process.env;
/** A test also takes long while a debugger stops it. */
const isSlow = SOAK === "1" || VSCODE_INSPECTOR_OPTIONS !== undefined;

/** Time limit for a test, a hook or a compute-only process. Only an endless one should reach this limit. */
export const testTimeoutMilliseconds = isSlow ? 4 * 3_600_000 : 300_000;
