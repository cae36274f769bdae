import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { addressWith, type ExpertInput, inputInAddress } from "./expertInput.ts";

/** What an expert has typed, kept in the page's address; a pasted authorisation stays in the page. */
export function useExpertInput(): [ExpertInput, (input: ExpertInput) => void] {
  const [address, setAddress] = useSearchParams();
  const [authorization, setAuthorization] = useState<ExpertInput["authorization"]>();
  return [
    { ...inputInAddress(address), authorization },
    (input) => {
      setAuthorization(input.authorization);
      setAddress((now) => addressWith(now, input), { replace: true, preventScrollReset: true });
    },
  ];
}
