import { readSettings, SettingsError } from "../../../api/src/settings/settings.ts";

/** Returns a `SettingsError`'s sentences, one per error; empty for valid settings. */
export function settingErrors(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split("\n");
    throw error;
  }
  return [];
}
