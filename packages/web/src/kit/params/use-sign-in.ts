import {
  authorizeCredential,
  type OAuth2Message,
  oauth2Channel,
  oauth2Message,
} from '@tendril/contract/api/oauth2-credentials';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';

const windowFeatures = 'popup,width=560,height=720';

export interface SignIn {
  /** The provider's sign-in window, while open. */
  waitingAt: string | null;
  /** The browser blocked the window. */
  isBlocked: boolean;
  begin: (credentialId: string) => Promise<void>;
  openAgain: () => void;
  stop: () => void;
}

/** Opens a provider's sign-in page in a window and waits until the callback page reports the result. */
export function useSignIn(onEnd: (message: OAuth2Message) => void): SignIn {
  const [waiting, setWaiting] = useState<{ credentialId: string; address: string } | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  const credentialId = waiting?.credentialId;

  useEffect(() => {
    if (credentialId === undefined) return undefined;
    return listen((message) => {
      if (message.credentialId !== null && message.credentialId !== credentialId) return;
      setWaiting(null);
      onEnd(message);
    });
  }, [credentialId, onEnd]);

  const open = (address: string) => setBlocked(window.open(address, oauth2Channel, windowFeatures) === null);
  return {
    waitingAt: waiting?.address ?? null,
    isBlocked,
    async begin(id) {
      const { authorizationUrl } = await call(authorizeCredential, { params: { id } });
      setWaiting({ credentialId: id, address: authorizationUrl });
      open(authorizationUrl);
    },
    openAgain: () => waiting && open(waiting.address),
    stop: () => setWaiting(null),
  };
}

/** Listens to our callback page through the channel, and through `window.opener` if the provider kept it. */
function listen(onMessage: (message: OAuth2Message) => void): () => void {
  let isHeard = false;
  const receive = (data: unknown) => {
    const message = oauth2Message.safeParse(data);
    if (isHeard || !message.success) return;
    isHeard = message.data.isConnected;
    onMessage(message.data);
  };
  const channel = new BroadcastChannel(oauth2Channel);
  channel.onmessage = (event) => receive(event.data);
  const receiveFromWindow = (event: MessageEvent) =>
    event.origin === window.location.origin && receive(event.data);
  window.addEventListener('message', receiveFromWindow);
  return () => {
    channel.close();
    window.removeEventListener('message', receiveFromWindow);
  };
}
