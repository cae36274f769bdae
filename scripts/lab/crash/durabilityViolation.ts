/** Thrown when the service broke a durability guarantee; the message says which one, and where. */
export class DurabilityViolation extends Error {
  override name = "DurabilityViolation";
}

/** @throws {DurabilityViolation} with the message of `describe` unless `isKept`. */
export function assertDurable(isKept: boolean, describe: () => string): asserts isKept {
  if (!isKept) throw new DurabilityViolation(describe());
}
