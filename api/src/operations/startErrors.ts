import { DatabaseError } from "../files/database.ts";
import { FolderLockError } from "../files/folderLock.ts";
import { StoreFolderError } from "../files/storeFolder.ts";
import { SettingsError } from "../settings/settings.ts";

/** EX_CONFIG from sysexits.h: a restart would not help. */
const configErrorStatus = 78;

/** Returns the exit status for a startup error. */
export function startupExitStatus(error: unknown): number {
  const isSetting = error instanceof SettingsError || error instanceof StoreFolderError;
  return isSetting ? configErrorStatus : 1;
}

/** Explains an error that the operator can fix; returns the stack of any other error. */
export function describeStartupError(error: unknown): unknown {
  if (error instanceof SettingsError) return `The settings are invalid:\n${error.message}`;
  const plain = [FolderLockError, StoreFolderError, DatabaseError];
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return error.message;
  const code = readErrorCode(error);
  if (code === "EADDRINUSE")
    return `${readErrorMessage(error)}. Another process may be using the port: set PORT or METRICS_PORT to a different port.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `${readErrorMessage(error)}. Set HOST to an address of this machine.`;
  if (code !== undefined) return `The service cannot start: ${readErrorMessage(error)}`;
  return error;
}

function readErrorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
