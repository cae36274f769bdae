// Exported as #service/authorizations: the records of mint authorisations.
export { Authorizations, isSequenceNumber } from "../mint/authorizations.ts";
export { copyRecords, openRecords, recordsFolder } from "../records.ts";
