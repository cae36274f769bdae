// Exported as #service/authorizations: the records of mint authorisations.
export {
  authorizationFolder,
  readAuthorizations,
  readSequences,
} from "../mint/authorizationFiles.ts";
export { DatabaseAuthorizations } from "../mint/databaseAuthorizations.ts";
export { FolderAuthorizations } from "../mint/folderAuthorizations.ts";
export { isSequenceNumber } from "../mint/store.ts";
