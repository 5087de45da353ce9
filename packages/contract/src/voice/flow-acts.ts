/**
 * Keys of a pipeline's state that do something in a call which the pipeline answers, once its answer is said. The state
 * has to be kept for the whole chat.
 */
export const flowActKeys = {
  /** Any value but an empty one ends the call. */
  endCall: 'call_end',
  /** A number that the call is transferred to. */
  transferTo: 'call_transfer_to',
  /** Keys that are pressed. */
  pressDigits: 'call_press_digits',
} as const;
