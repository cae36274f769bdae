import type { ReactNode } from "react";
import { useDocumentTitle } from "../page/usePage.ts";
import "./PageMessage.css";

/** Renders a page with only a message. */
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

/** Renders the collection's landscape at the bottom of the nearest positioned element. */
export function Horizon() {
  return <div className="horizon" aria-hidden="true" />;
}
