// Exported as #service/authorizations: the records of mint authorizations.

export { copyRecords, recordsFolder } from "../files/records.ts";
export { Authorizations, isSequenceNumber } from "../mint/authorizations.ts";
export { openRecords } from "../storage.ts";
