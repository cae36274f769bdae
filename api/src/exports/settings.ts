// Public entry point #service/settings: the service's configuration.
export { commandVariables, variableNames } from "../configuration/variables.ts";
export { deploymentPath, deploymentSchema, readDeployment } from "../deployments.ts";
export {
  loadEnvironment,
  loadSettings,
  readSettings,
  type Settings,
} from "../env.ts";
export { signerKeySchema } from "../mint/signerKey.ts";
