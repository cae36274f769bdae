import { type ReactNode, useId } from "react";
import { countIds } from "#protocol/sale/phaseRange";
import { kindOf, type SettingName, saleSettings, settingNames } from "#protocol/sale/saleSettings";
import { settingsOf } from "#protocol/sale/settingCalls";
import { runtimeConfig } from "../env.ts";
import { changeSetting, fieldKey, isPaused, type SaleDraft } from "./saleDraft.ts";
import type { SaleAtBlock } from "./saleQueries.ts";

interface SettingFieldsProps {
  sale: SaleAtBlock;
  draft: SaleDraft;
  faults: ReadonlyMap<string, string>;
  onDraft: (draft: SaleDraft) => void;
}

/** A field for each setting of the sale, with its on-chain value. */
export function SettingFields(props: SettingFieldsProps) {
  return (
    <section className="setting-fields" aria-labelledby="setting-fields-title">
      <h2 id="setting-fields-title">Draft the rest of the sale</h2>
      <div className="setting-fields__grid">
        {settingNames.map((name) => (
          <SettingField key={name} name={name} {...props} />
        ))}
      </div>
    </section>
  );
}

function SettingField({ sale, name, ...common }: SettingFieldsProps & { name: SettingName }) {
  const onChain = textOf(name, sale);
  switch (saleSettings[name].kind) {
    case "switch":
      return (
        <Choice {...common} name={name} label={labelOf(name)} onChain={onChain}>
          <option>on</option>
          <option>off</option>
          {isPaused(common.draft) && <option value="paused">on, after a pause</option>}
        </Choice>
      );
    case "phase":
      return (
        <Choice {...common} name={name} label={labelOf(name)} onChain={onChain}>
          {phaseNames(sale, common.draft).map((phase) => (
            <option key={phase} value={phase}>
              {phase || "(no name)"}
            </option>
          ))}
        </Choice>
      );
    default:
      return <Text {...common} name={name} label={labelOf(name)} onChain={onChain} />;
  }
}

function textOf<Name extends SettingName>(name: Name, { sale }: SaleAtBlock): string {
  return kindOf(name).toText(settingsOf(sale)[name]);
}

function labelOf(name: SettingName): string {
  const setting = saleSettings[name];
  if (setting.kind === "ether")
    return `${setting.label} in ${runtimeConfig().chain.nativeCurrency.symbol}`;
  return "help" in setting ? `${setting.label} (${setting.help})` : setting.label;
}

/** Phases that can be active: those with IDs, on chain or drafted, and the current one. */
function phaseNames({ sale, phases }: SaleAtBlock, draft: SaleDraft): string[] {
  const withIds = phases.filter((phase) => countIds(phase) > 0n).map(({ name }) => name);
  const drafted = draft.ranges.map(({ name }) => name);
  const chosen = draft.settings.phase === undefined ? [] : [draft.settings.phase];
  return [...new Set([sale.phase.name, ...withIds, ...drafted, ...draft.names, ...chosen])];
}

interface FieldProps extends Omit<SettingFieldsProps, "sale"> {
  name: SettingName;
  label: string;
  /** On-chain value, formatted for the field. */
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
