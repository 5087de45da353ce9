export type SipTransportKind = 'udp' | 'tcp' | 'tls';

/** Where messages are sent to and come from. */
export interface SipPeer {
  transport: SipTransportKind;
  address: string;
  port: number;
  /** The host whose certificate an encrypted connection has to show. */
  name?: string;
}

/** Whether what is sent arrives, or is known not to. */
export function isReliable({ transport }: Pick<SipPeer, 'transport'>): boolean {
  return transport !== 'udp';
}
