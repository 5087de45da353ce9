import { once } from 'node:events';
import { createServer } from 'node:net';

const blockSize = 200;
/** Below the ports that the system gives away by itself, with as many above for sound. */
const [first, end] = [5200, 15_200];

/** Whether this process now has the block: until it ends, it listens at the last port of it. */
function claim(block: number): Promise<boolean> {
  const server = createServer()
    .listen(block + blockSize - 1, '127.0.0.1')
    .unref();
  return once(server, 'listening').then(
    () => true,
    () => false,
  );
}

/**
 * A port of this machine for a SIP endpoint, as long as this process lives. No other test has the next 198 either, for
 * what belongs to the endpoint (TLS, control), nor the ones 10,000 above, for its sound. A free port would be no promise:
 * it says nothing of the ports for sound, and is anybody's until it is used.
 */
export async function claimSipPort(): Promise<number> {
  const blocks = (end - first) / blockSize;
  // Begins anywhere: two that look at the same moment would otherwise go through the same ones.
  const start = Math.floor(Math.random() * blocks);
  for (let tried = 0; tried < blocks; tried += 1) {
    const block = first + ((start + tried) % blocks) * blockSize;
    if (await claim(block)) return block;
  }
  throw new Error('All ports for telephones are taken.');
}
