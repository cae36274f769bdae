import { type ReactNode, useId } from "react";
import { formatEther } from "viem";
import { countIds } from "#protocol/sale/phaseRange";
import { runtimeConfig } from "../env.ts";
import {
  changeSetting,
  fieldKey,
  isPaused,
  type SaleDraft,
  type SettingName,
} from "./saleDraft.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

interface SettingFieldsProps {
  sale: SaleAtBlock;
  draft: SaleDraft;
  faults: ReadonlyMap<string, string>;
  onDraft: (draft: SaleDraft) => void;
}

/** The sale's other settings, each beside what the chain says. */
export function SettingFields({ sale, draft, faults, onDraft }: SettingFieldsProps) {
  const { isMinting, phase, price, maxBatch, signer } = sale.sale;
  const { symbol } = runtimeConfig().chain.nativeCurrency;
  const common = { draft, faults, onDraft };
  return (
    <section className="setting-fields" aria-labelledby="setting-fields-title">
      <h2 id="setting-fields-title">Draft the rest of the sale</h2>
      <div className="setting-fields__grid">
        <Choice {...common} name="isMinting" label="Minting" onChain={isMinting ? "on" : "off"}>
          <option value="on">on</option>
          <option value="off">off</option>
          {isPaused(draft) && <option value="paused">on, after a pause</option>}
        </Choice>
        <Choice {...common} name="phase" label="Phase that is sold" onChain={phase.name}>
          {phaseNames(sale, draft).map((name) => (
            <option key={name} value={name}>
              {name || "(no name)"}
            </option>
          ))}
        </Choice>
        <Text {...common} name="price" label={`Price in ${symbol}`} onChain={formatEther(price)} />
        <Text {...common} name="maxBatch" label="Most in one mint" onChain={String(maxBatch)} />
        <Text {...common} name="signer" label="Signer of authorisations" onChain={signer} />
      </div>
    </section>
  );
}

/** What can be sold: phases with ids, on chain or drafted, and what is sold now. */
function phaseNames({ sale, phases }: SaleAtBlock, draft: SaleDraft): string[] {
  const withIds = phases.filter((phase) => countIds(phase) > 0n).map(({ name }) => name);
  const drafted = draft.ranges.map(({ name }) => name);
  const chosen = draft.settings.phase === undefined ? [] : [draft.settings.phase];
  return [...new Set([sale.phase.name, ...withIds, ...drafted, ...draft.names, ...chosen])];
}

interface FieldProps extends Omit<SettingFieldsProps, "sale"> {
  name: SettingName;
  label: string;
  /** What the chain says, as the field would show it. */
  onChain: string;
}

function Text(props: FieldProps) {
  const { name, draft, onChain, faults, onDraft } = props;
  const id = useId();
  const isUnreadable = faults.has(fieldKey("setting", name));
  return (
    <Field {...props} id={id}>
      <input
        id={id}
        autoComplete="off"
        spellCheck={false}
        value={draft.settings[name] ?? onChain}
        aria-invalid={isUnreadable}
        aria-describedby={isUnreadable ? `${id}-fault` : undefined}
        data-changed={draft.settings[name] !== undefined}
        onChange={({ target }) => onDraft(changeSetting(draft, name, target.value.trim(), onChain))}
      />
    </Field>
  );
}

function Choice({ children, ...props }: FieldProps & { children: ReactNode }) {
  const { name, draft, onChain, onDraft } = props;
  const id = useId();
  return (
    <Field {...props} id={id}>
      <select
        id={id}
        value={draft.settings[name] ?? onChain}
        data-changed={draft.settings[name] !== undefined}
        onChange={({ target }) => onDraft(changeSetting(draft, name, target.value, onChain))}
      >
        {children}
      </select>
    </Field>
  );
}

function Field({
  id,
  name,
  label,
  draft,
  faults,
  onChain,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  const isChanged = draft.settings[name] !== undefined;
  const fault = faults.get(fieldKey("setting", name));
  return (
    <div className="field setting-field" data-name={name}>
      <label htmlFor={id}>{label}</label>
      {children}
      {fault && (
        <p className="setting-field__fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {isChanged && <p className="setting-field__now">now {onChain || "(no name)"}</p>}
    </div>
  );
}
