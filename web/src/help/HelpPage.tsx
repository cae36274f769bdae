import { collectionConfig } from "#collection/collection.config.ts";
import { ANoun, aNoun, Noun, Nouns, noun, nouns } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import Markdown from "../narrative/Markdown.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import template from "./help.md?raw";
import "../narrative/Story.css";
import "./HelpPage.css";

const words: Readonly<Record<string, string>> = {
  noun,
  nouns,
  Noun,
  Nouns,
  "a noun": aNoun,
  "A noun": ANoun,
  gallery: `[${nouns}](${pages.gallery.path})`,
  mint: collectionConfig.mintFunction,
};
const text = template.replaceAll(/\{([\w ]+)\}/g, (all, word) => words[word] ?? all);

/** [title, body] pairs: first the page's, then one per section. */
const [[, introduction = ""] = [], ...sections] = text
  .split(/^##? /m)
  .slice(1)
  .map((part) => part.split(/\n(.*)/s));

/** Renders the help for holders, from `help.md`. */
export default function HelpPage() {
  useDocumentTitle(pages.help.title);
  return (
    <div className="help stack">
      <header className="help__start">
        <h1>Help</h1>
        <Markdown text={introduction} />
      </header>
      <nav className="help__contents" aria-label="On this page">
        <ol>
          {sections.map(([title = ""]) => (
            <li key={title}>
              <a className="sign" href={`#${sectionId(title)}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="help__sections">
        {sections.map(([title = "", body = ""]) => (
          <section key={title} id={sectionId(title)}>
            <h2>{title}</h2>
            <Markdown text={body} />
          </section>
        ))}
      </div>
    </div>
  );
}

function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, "-");
}
