import { useId } from "react";
import type { AbiParameter } from "viem";
import { valueExample } from "#protocol/valueExample";

interface ParameterFieldProps {
  parameter: AbiParameter;
  text: string;
  /** ID of the list of known addresses. */
  addresses: string;
  onText: (text: string) => void;
}

const etherUnit = / ether$/;

/** A field for one parameter of a function; amounts have a unit. */
export function ParameterField({ parameter, text, addresses, onText }: ParameterFieldProps) {
  const { name, type } = parameter;
  const id = useId();
  const label = `${name || "value"} (${type})`;
  if (type === "bool") {
    return (
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <select id={id} value={text} onChange={({ target }) => onText(target.value)}>
          <option value="">choose</option>
          <option>true</option>
          <option>false</option>
        </select>
      </div>
    );
  }
  const hasUnit = type === "uint256";
  const isEther = hasUnit && etherUnit.test(text);
  const number = text.replace(etherUnit, "");
  const write = (digits: string, inEther: boolean) => onText(inEther ? `${digits} ether` : digits);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="chain__amount">
        <input
          id={id}
          value={hasUnit ? number : text}
          placeholder={valueExample(parameter)}
          autoComplete="off"
          spellCheck={false}
          {...(type === "address" && { list: addresses })}
          onChange={({ target }) => write(target.value, isEther)}
        />
        {hasUnit && (
          <select
            aria-label={`Unit of ${label}`}
            value={isEther ? "ether" : ""}
            onChange={({ target }) => write(number, target.value === "ether")}
          >
            <option value="">as it is</option>
            <option value="ether">ETH</option>
          </select>
        )}
      </div>
    </div>
  );
}
