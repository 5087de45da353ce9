/** How long a notice of the agent editor is shown. */
export const statusNoticeMs = 6000;

/** How long a settings panel stays open after its save. */
export const panelCloseDelayMs = 1500;

/** Longest wait for the response of a custom function. */
export const customFunctionTimeoutMs = 120_000;

/** Pause before a digit is pressed. */
export const pressDigitPauseMs = 1000;

/** A function that takes longer may be bridged by a filler. */
export const speakDuringFunctionAfterMs = 2000;

/** Validity of a signed address of a recording or transcript: 24 hours. */
export const secureUrlExpiryMs = 24 * 60 * 60 * 1000;
