import { faultPoints, plainFetch } from "./faults.ts";

/** From now on the page's requests get the answers that the developer's panel asks for. */
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
