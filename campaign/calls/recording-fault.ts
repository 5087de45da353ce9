const headBytes = 44;
/** What the first and the last sound of a recording may be off. */
const toleranceMs = 1500;

/**
 * What is wrong with a recording; undefined where it can be played from end to end. It begins when the call was answered,
 * which a busy server does earlier than the conversation, and ends before the end is stored.
 */
export function recordingFault(
  bytes: Buffer,
  { durationMs, answeredMs }: { durationMs: number; answeredMs: number },
): string | undefined {
  if (bytes.length < headBytes) return `a recording of ${bytes.length} bytes`;
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    return 'a recording that is no WAV';
  const [bytesPerSecond, dataBytes] = [bytes.readUInt32LE(28), bytes.readUInt32LE(40)];
  if (dataBytes !== bytes.length - headBytes)
    return `a recording whose head says ${dataBytes} bytes, of ${bytes.length - headBytes}`;
  const lengthMs = (dataBytes / bytesPerSecond) * 1000;
  if (lengthMs < durationMs - toleranceMs || lengthMs > answeredMs + toleranceMs)
    return `a recording of ${Math.round(lengthMs)} ms, of ${durationMs} to ${answeredMs}`;
  return bytes.subarray(headBytes).every((byte) => byte === 0) ? 'a recording without sound' : undefined;
}
