import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { addressWith, type ExpertInput, inputInAddress } from "./expertInput.ts";

/** The expert form's input, kept in the query string; a pasted authorisation is kept in memory only. */
export function useExpertInput(): [ExpertInput, (input: ExpertInput) => void] {
  const [address, setAddress] = useSearchParams();
  const [authorization, setAuthorization] = useState<ExpertInput["authorization"]>();
  return [
    { ...inputInAddress(address), authorization },
    (input) => {
      setAuthorization(input.authorization);
      setAddress((now) => addressWith(now, input), { replace: true });
    },
  ];
}
