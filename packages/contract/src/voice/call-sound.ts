/** Sample rate of both directions of a browser call: signed 16-bit little-endian, one channel. */
export const socketSampleRate = 16_000;
/** Samples of one frame of the microphone: 20 ms. */
export const socketFrameSamples = 320;
