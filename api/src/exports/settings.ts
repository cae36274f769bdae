// For the rest of the repository, as #service/settings. What the service is told, and how it reads it.
export { commandVariables } from "../configuration/variables.ts";
export { deploymentPath, deploymentSchema } from "../deployments.ts";
export {
  loadEnvironment,
  loadSettings,
  readSettings,
  type Settings,
  SettingsError,
} from "../env.ts";
export { signerKeySchema } from "../mint/signerKey.ts";
