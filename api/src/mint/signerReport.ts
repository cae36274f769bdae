import type { Logger } from "pino";
import type { MintSettings } from "../env.ts";
import type { Sale } from "../sale.ts";

/** Called after each read of the sale, with whether our key is the collection's signer. */
export type OnSignerKnown = (doesFit: boolean, sale: Pick<Sale, "signer">) => void;

/** Logs once when the key is not the collection's signer, and once when it is again. */
export function createSignerReport(logger: Logger, mint: MintSettings | undefined): OnSignerKnown {
  const ours = mint?.signer.address;
  let didFit = true;
  return (doesFit, { signer }) => {
    if (doesFit !== didFit) {
      if (doesFit) logger.info("MINT_SIGNER_KEY is the collection's signer again");
      else logger.error({ ours, signer }, "MINT_SIGNER_KEY is not the collection's signer");
    }
    didFit = doesFit;
  };
}
