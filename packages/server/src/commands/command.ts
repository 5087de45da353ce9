import type { Config } from '../platform/config.ts';

/** One thing that `tendril` does beside serving. */
export interface Command {
  /** How it is called, after `tendril`. */
  usage: string;
  /** One sentence for the list of commands. */
  sentence: string;
  /** Does it; throws CommandError for what the caller can put right. */
  run(args: readonly string[], config: Config): Promise<void>;
}
