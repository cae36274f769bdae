// Stub of a node on which one account owns every drifter. A real node would add the same cost to the service and the
// floor.
import type { Address } from "viem";
import { startFakeNode } from "../../../fakeNode.ts";
import type { Serve } from "./serving.ts";

export const serve: Serve<{ owner: Address }> = ({ owner }) => startFakeNode(() => owner);
