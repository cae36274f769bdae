import type { ReactNode } from "react";
import { Horizon } from "./Horizon.tsx";
import { useDocumentTitle } from "./useDocumentTitle.ts";
import "./PageMessage.css";

/** A page with only a message. */
export function PageMessage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <section className="page-message">
      <Horizon />
      <h1>{title}</h1>
      {children}
    </section>
  );
}
