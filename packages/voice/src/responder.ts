/** One earlier sentence of a call. */
export interface SpokenTurn {
  speaker: 'caller' | 'agent';
  text: string;
}

/**
 * The brain of a phone agent: a prompt with a model, or a flow of the workspace. The server joins the two;
 * a call knows only that words come.
 */
export interface Responder {
  /** Gives the reply piece by piece; aborting the signal stops it down to the model's socket. */
  reply(turns: readonly SpokenTurn[], signal: AbortSignal): AsyncIterable<string>;
}
