// For the rest of the repository, as #service/authorizations. The records of mint authorisations.
export { DatabaseAuthorizations } from "../mint/databaseAuthorizations.ts";
export { authorizationFolder, readAuthorizations } from "../mint/folderAuthorizations.ts";
