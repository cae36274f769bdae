// For the rest of the repository, as #service/authorizations. The records of mint authorisations.
export {
  authorizationFolder,
  readAuthorizations,
  readSequences,
} from "../mint/authorizationFiles.ts";
export { DatabaseAuthorizations } from "../mint/databaseAuthorizations.ts";
export { isSequenceNumber } from "../mint/store.ts";
