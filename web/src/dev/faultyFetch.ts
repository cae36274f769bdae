import { faultPoints, plainFetch } from "./faults.ts";

/** Replaces `fetch` with one that applies the faults chosen in the developer's panel. */
export function installFaultyFetch(): void {
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    for (const { isAsked, chosen, faults } of faultPoints) {
      const fault = faults[chosen.read()];
      if (fault && (await isAsked(request))) return fault.answer(request);
    }
    return plainFetch(request);
  };
}
