import { mintedDrifters, mintedInPhase, type PhasePlan, type WorldPlan } from "./plan.ts";

/** Returns one sentence for each reason why the contract or the service would reject the plan. */
export function planFaults(plan: WorldPlan): string[] {
  return [...phaseFaults(plan), ...overlapFaults(plan.phases), ...eventFaults(plan)];
}

function phaseFaults({ phases, currentPhase }: WorldPlan): string[] {
  const names = phases.map(({ name }) => name);
  const faults = phases.flatMap((phase, index) => {
    const { name, startingPoint, endPoint } = phase;
    if (names.indexOf(name) !== index) return [`phases.${index}: there is a "${name}" already`];
    if (endPoint <= startingPoint) {
      return [
        `phases.${index}.endPoint: must be above startingPoint ${startingPoint}, not ${endPoint}`,
      ];
    }
    const room = endPoint - startingPoint;
    const minted = mintedInPhase(phase);
    return minted > room
      ? [`phases.${index}: "${name}" has room for ${room}, not for ${minted}`]
      : [];
  });
  if (currentPhase === undefined || names.includes(currentPhase)) return faults;
  return [...faults, `currentPhase: there is no phase "${currentPhase}"`];
}

function overlapFaults(phases: readonly PhasePlan[]): string[] {
  return phases.flatMap((phase, index) => {
    const other = phases
      .slice(0, index)
      .find((each) => each.startingPoint < phase.endPoint && phase.startingPoint < each.endPoint);
    return other === undefined
      ? []
      : [`phases.${index}: the IDs of "${phase.name}" overlap those of "${other.name}"`];
  });
}

function eventFaults(plan: WorldPlan): string[] {
  const minted = new Set(mintedDrifters(plan).map(({ id }) => id));
  const wallets = Object.keys(plan.wallets ?? {});
  const inWallets = new Set<number>();
  return (plan.events ?? []).flatMap((event, index) => {
    const [kind, { drifterId }] = Object.entries(event)[0] as [string, { drifterId: number }];
    const faults = minted.has(drifterId)
      ? []
      : [`events.${index}.${kind}.drifterId: drifter ${drifterId} is not minted`];
    if (!("transfer" in event)) return faults;
    const { to } = event.transfer;
    if (inWallets.has(drifterId)) {
      faults.push(`events.${index}.transfer: drifter ${drifterId} is in a wallet that only signs`);
    }
    if (typeof to === "number") return faults;
    inWallets.add(drifterId);
    if (wallets.includes(to)) return faults;
    return [...faults, `events.${index}.transfer.to: there is no wallet "${to}"`];
  });
}
