// Public entry point #service/settings: the service's configuration.

export { deploymentPath, deploymentSchema, readDeployment } from "../settings/deployments.ts";
export {
  loadEnvironment,
  loadSettings,
  readSettings,
  type Settings,
} from "../settings/settings.ts";
export { signerKeySchema } from "../settings/signerKey.ts";
export { commandVariables, variableNames } from "../settings/variables.ts";
