// Public entry point #service/settings: the service's configuration.

export { deploymentPath, deploymentSchema, readDeployment } from "../settings/deployments.ts";
export { signerKeySchema } from "../settings/kinds.ts";
export { checkRows, type ListRow, readRows } from "../settings/mintList.ts";
export {
  readSaleFile,
  SaleFileError,
  type SalePhase,
  type SalePlan,
} from "../settings/saleFile.ts";
export {
  loadEnvironment,
  loadSettings,
  readSettings,
  type Settings,
} from "../settings/settings.ts";
export { commandVariables, variableNames } from "../settings/variables.ts";
