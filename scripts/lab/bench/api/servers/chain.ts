// A node that says that one account owns every drifter. A real one costs more, and would cost it the service and the
// floor alike.
import type { Address } from "viem";
import { startFakeNode } from "../../../fakeNode.ts";
import type { Serve } from "./serving.ts";

export const serve: Serve<{ owner: Address }> = ({ owner }) => startFakeNode(() => owner);
