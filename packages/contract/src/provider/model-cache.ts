/** Keeps the answers of models by what they were asked; keys and answers are text of the caller's making. */
export interface ModelCache {
  nodeId: string;
  read(key: string): Promise<string | undefined>;
  write(key: string, answer: string): Promise<void>;
}
