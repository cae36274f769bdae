import { useDocumentTitle } from "../components/useDocumentTitle.ts";
import { Lore } from "./Lore.tsx";
import { StoryList } from "./StoryList.tsx";

export function HomePage() {
  useDocumentTitle();
  return (
    <>
      <Lore />
      <StoryList />
    </>
  );
}
