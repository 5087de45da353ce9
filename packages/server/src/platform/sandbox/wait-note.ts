// Shorter waits are not worth a message.
const notedWaitMs = 100;

/** Says so when a wait lasts, and when the code goes on after it. */
export function createWaitNote(onWait: (isWaiting: boolean) => void): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isNoted = false;

  return {
    start() {
      timer = setTimeout(() => {
        isNoted = true;
        onWait(true);
      }, notedWaitMs);
    },
    stop() {
      clearTimeout(timer);
      if (isNoted) onWait(false);
      isNoted = false;
    },
  };
}
