import {
  type linkProvider,
  type ProviderOutcome,
  type proveByProvider,
  providerChannel,
  providerMessage,
} from '@tendril/contract/api/sign-in-providers';
import { call } from '../../kit/api/call.ts';

const windowFeatures = 'popup,width=560,height=720';

/**
 * Opens a provider's page in a window and waits for how it went; 'blocked' if the browser opens none, 'closed' once
 * `signal` says that nobody waits any more.
 */
export async function visitProvider(
  endpoint: typeof linkProvider | typeof proveByProvider,
  id: string,
  signal: AbortSignal,
): Promise<ProviderOutcome | 'blocked' | 'closed'> {
  const channel = new BroadcastChannel(providerChannel);
  try {
    const { url } = await call(endpoint, { params: { id } });
    if (window.open(url, providerChannel, windowFeatures) === null) return 'blocked';
    return await new Promise((resolve) => {
      channel.onmessage = ({ data }) => {
        const message = providerMessage.safeParse(data);
        if (message.success) resolve(message.data.outcome);
      };
      signal.addEventListener('abort', () => resolve('closed'), { once: true });
    });
  } finally {
    channel.close();
  }
}
