/** The frame after the last event of a run, between processes. */
export const overFrame = 'event: over\ndata: {}\n\n';

interface Relayed {
  /** The number of the last event that was passed on. */
  after: number;
  /** The run has ended; otherwise the connection was lost, or its process stops. */
  isOver: boolean;
}

/** Passes on the numbered events of another process's stream, whole frames only. */
export async function relayFrames(
  source: AsyncIterable<Buffer>,
  after: number,
  write: (frames: string) => Promise<void>,
): Promise<Relayed> {
  const decoder = new TextDecoder();
  const relayed: Relayed = { after, isOver: false };
  let rest = '';
  try {
    for await (const part of source) {
      const frames = (rest + decoder.decode(part, { stream: true })).split('\n\n');
      rest = frames.pop() ?? '';
      const events = frames.filter((frame) => frame.startsWith('id: '));
      if (events.length > 0) await write(`${events.join('\n\n')}\n\n`);
      relayed.after = Number(/^id: (\d+)/.exec(events.at(-1) ?? '')?.[1] ?? relayed.after);
      relayed.isOver ||= frames.some((frame) => `${frame}\n\n` === overFrame);
    }
  } catch {
    // The follower looks for the run again.
  }
  return relayed;
}
