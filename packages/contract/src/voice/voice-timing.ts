/** How long a notice of the agent editor stands (CONST-08). */
export const statusNoticeMs = 6000;

/** How long a settings panel stays open after its save (CONST-08). */
export const panelCloseDelayMs = 1500;

/** Longest wait for the answer of a custom function (CONST-09). */
export const customFunctionTimeoutMs = 120_000;

/** Pause before a digit is pressed (CONST-09). */
export const pressDigitPauseMs = 1000;

/** A function that takes longer may be bridged by words (CONST-09, SP-75). */
export const speakDuringFunctionAfterMs = 2000;

/** Life of a signed address of a recording or transcript: 24 hours (CONST-10). */
export const secureUrlExpiryMs = 24 * 60 * 60 * 1000;
