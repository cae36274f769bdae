// Public entry point #service/authorizations: mint authorization records.

export { copyRecords, recordsFolder } from "../files/records.ts";
export { Authorizations, isSequenceNumber } from "../mint/authorizations.ts";
export { openRecords } from "../storage.ts";
