/** A file to be written: its path below the checkout, and its text. */
interface NewFile {
  path: string;
  text: string;
}

/** The new files, and what remains to be done manually. */
export interface NewThing {
  files: NewFile[];
  advice: string;
}
