import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';

/** Whether the other side wants to hear nothing of us, or nothing at all. */
export function isHeldByThem(media: AgreedMedia | undefined): boolean {
  return media?.direction === 'recvonly' || media?.direction === 'inactive';
}
