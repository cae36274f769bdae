import { createContext } from "react";

/** Whether components are rendered for a book, in which no script of the app runs. */
export const IsBook = createContext(false);
