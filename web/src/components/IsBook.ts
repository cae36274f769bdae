import { createContext } from "react";

/** Whether components render for a book, in which the app's scripts do not run. */
export const IsBook = createContext(false);
