import type { AgreedMedia } from '@tendril/sip/sdp/media-negotiation';
import type { CallEvents } from '@tendril/sip/session/call-events';
import type { SipCall } from '@tendril/sip/session/sip-call';
import { VirtualClock } from '@tendril/voice/testing/virtual-clock';
import { expect, it } from 'vitest';
import { type LineRtp, RtpSound } from '../../calls/public.ts';
import { SipLine } from './sip-line.ts';

const media: AgreedMedia = {
  ...{ address: '127.0.0.1', port: 4000, rtcpPort: 4001, codec: 'pcmu', payloadType: 0 },
  ...{ eventType: 101, direction: 'sendrecv', keys: undefined },
};

/** A line whose other side is silent from the beginning. */
function openLine() {
  const clock = new VirtualClock();
  const call = { id: 'call', events: {} as CallEvents, hangUp: () => {} };
  const rtp = { heardAt: undefined, tick: () => true, agree: () => {}, close: () => {} };
  const sound: RtpSound = new RtpSound({ clock, onKey: () => {}, onUnheard: () => line.endUnheard() });
  sound.open(rtp as unknown as LineRtp);
  const line: SipLine = new SipLine(
    {
      ...{ call: call as unknown as SipCall, sound, clock, transferMs: 1000 },
      reachable: (agreed) => agreed,
      addressOf: async () => '',
      reach: async () => line,
      onClosed: () => {},
      onPassed: () => {},
    },
    'ringing',
  );
  call.events.onMedia(media);
  call.events.onState('answered');
  return {
    clock,
    line,
    agree: (direction: AgreedMedia['direction']) => call.events.onMedia({ ...media, direction }),
  };
}

it('a line on which nothing comes ends after ten seconds', async () => {
  const { clock, line } = openLine();
  await clock.advance(11_000);
  expect([line.state, await line.ended]).toEqual(['ended', 'error_no_audio_received']);
});

it.each(['recvonly', 'inactive'] as const)(
  'one that the other side holds (%s) does not, until it is back',
  async (direction) => {
    const { clock, line, agree } = openLine();
    agree(direction);
    expect(line.state).toBe('on-hold');
    await clock.advance(600_000);
    expect(line.state).toBe('on-hold');
    agree('sendrecv');
    expect(line.state).toBe('answered');
    await clock.advance(9000);
    expect(line.state).toBe('answered');
    await clock.advance(2000);
    expect(await line.ended).toBe('error_no_audio_received');
  },
);
