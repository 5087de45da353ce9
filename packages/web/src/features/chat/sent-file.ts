/** A file that went along with a question, as the conversation shows it. */
export interface SentFile {
  name: string;
  mime: string;
  /** A small picture, while this page has it. */
  preview?: string;
}

/** How a file is sent with a question. */
export interface Upload {
  type: 'file' | 'file:full' | 'file:rag' | 'audio';
  name: string;
  mime: string;
  data: string;
}
