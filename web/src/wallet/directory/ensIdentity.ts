import type { Address, Chain, Client, Transport } from "viem";
import { getEnsAvatar, getEnsName, normalize } from "viem/ens";
import { httpsUrl } from "./wallet.ts";

/** Reads an account's primary name and avatar. A name that ENS disallows, such as one with capitals, counts as none. */
export async function readEnsIdentity(client: Client<Transport, Chain>, address: Address) {
  const name = await getEnsName(client, { address });
  if (name === null || name !== normalize(name)) return { name: undefined, avatar: undefined };
  const avatar = await getEnsAvatar(client, { name }).catch(() => undefined);
  return { name, avatar: httpsUrl(avatar) };
}
