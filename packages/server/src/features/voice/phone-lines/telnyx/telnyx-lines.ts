import { noteTelnyxEvent, openTelnyxMedia } from '@tendril/contract/api/telephony';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Scope } from '../../../../platform/db/scope.ts';
import type { StreamStart } from '../../calls/public.ts';
import { type CarrierAddresses, withLine } from '../carrier-addresses.ts';
import { callerNumber } from '../media/caller-number.ts';
import { CarrierLine } from '../media/carrier-line.ts';
import type { LineHome } from '../media/led-carriers.ts';
import { createLineBook, type LineBook, lineKey, streamWithinMs } from '../media/line-book.ts';
import type { DialRequest, InboundCalls, LineProvider, PhoneLine } from '../phone-line.ts';
import type { TelnyxCalls } from './telnyx-calls.ts';
import { telnyxControl } from './telnyx-control.ts';
import {
  readTelnyxEvent,
  type TelnyxEvent,
  telnyxAnsweredBy,
  telnyxEnd,
  telnyxLegNews,
} from './telnyx-event.ts';

/** Events that Telnyx repeats are forgotten after this. */
const repeatMs = 60_000;

interface TelnyxParts {
  open(scope: Scope, number: PhoneNumber): Promise<TelnyxCalls>;
  addresses: CarrierAddresses;
  inbound(): InboundCalls;
  /** Where the lines of this process are found from the others. */
  home: LineHome;
  /** The sound of a call is about to come. */
  onExpected(): void;
}

interface About {
  line?: string | undefined;
  leg?: string | undefined;
}

export type TelnyxLines = ReturnType<typeof createTelnyxLines>;

/** Calls over Telnyx: placed and answered by its commands, their sound on a media stream. */
export function createTelnyxLines(parts: TelnyxParts) {
  const book = createLineBook(parts.home.nameOwner, parts.onExpected);
  const offered = new Set<string>();
  const provider: LineProvider = {
    kind: 'telnyx',
    dial: (number, request) => dial(parts, book, number, request),
  };

  return {
    provider,

    /** An event of Telnyx, signed by it. */
    async note(scope: Scope, number: PhoneNumber, body: Buffer, { line: key, leg }: About): Promise<void> {
      const event = readTelnyxEvent(body);
      if (!event) return;
      const { call_control_id: id } = event.payload;
      if (leg !== undefined) {
        const news = telnyxLegNews(event);
        if (news) book.consultations.noteLeg(leg, news);
      } else if (isArrival(event)) {
        const call = lineKey(number, id);
        if (offered.has(call)) return;
        offered.add(call);
        setTimeout(() => offered.delete(call), repeatMs).unref();
        await answer(parts, book, { scope, number }, event);
      } else noteLine(book.find(lineKey(number, key ?? id)), event);
    },

    /** Whether an event says that a call arrives. */
    isArrival,

    /** The line of a media stream, by the token of its address and its first message. */
    find(
      token: string,
      { start, stream_id: id }: StreamStart,
    ): { line: CarrierLine; streamId: string } | undefined {
      const line = book.take(token, start.call_control_id);
      return line && { line, streamId: id ?? '' };
    },
  };
}

function isArrival(event: TelnyxEvent | undefined): boolean {
  return event?.event_type === 'call.initiated' && event.payload.direction === 'incoming';
}

function noteLine(line: CarrierLine | undefined, event: TelnyxEvent): void {
  if (!line) return;
  const { event_type: type, payload } = event;
  if (type === 'call.initiated' || type === 'call.ringing') line.note('ringing');
  if (type === 'call.answered') line.confirmAnswer();
  const by = telnyxAnsweredBy(event);
  if (by) line.noteAnsweredBy(by);
  if (type === 'call.hangup') line.finish(telnyxEnd(payload));
}

function eventsUrlOf({ addresses, home }: TelnyxParts, number: PhoneNumber) {
  const url = () => addresses.http(noteTelnyxEvent.path.replace(':id', number.id));
  return (about: Readonly<Record<string, string>>) => withLine(url(), { ...about, at: home.id });
}

/** The fields that open a stream. Without a bidirectional mode what we send is dropped without a word. */
function streamOf({ addresses }: TelnyxParts, token: string) {
  return {
    stream_url: `${addresses.socket(openTelnyxMedia.path)}?${new URLSearchParams({ token })}`,
    stream_track: 'inbound_track',
    stream_codec: 'PCMU',
    stream_bidirectional_mode: 'rtp',
    stream_bidirectional_codec: 'PCMU',
  };
}

async function answer(
  parts: TelnyxParts,
  book: LineBook,
  { scope, number }: { scope: Scope; number: PhoneNumber },
  { payload }: TelnyxEvent,
): Promise<void> {
  const id = payload.call_control_id;
  const from = callerNumber(payload.from);
  const asked = {
    kind: 'telnyx',
    to: number.phoneNumber,
    from,
    carrierCallId: id,
    numberId: number.id,
  } as const;
  const offered = await parts.inbound().offer(asked);
  const calls = await parts.open(scope, number);
  if (offered.action !== 'answer') {
    if (offered.action === 'refuse') await calls.act(id, 'reject', { cause: 'CALL_REJECTED' });
    else await calls.act(id, 'transfer', { to: offered.to });
    return;
  }
  const eventsUrl = eventsUrlOf(parts, number);
  const control = telnyxControl({ calls, book, number, caller: from, id: () => id, eventsUrl });
  const line = new CarrierLine({ number, carrierCallId: id, state: 'ringing', carrier: 'telnyx', control });
  book.add(lineKey(number, id), line);
  book.begin(line, offered);
  try {
    const stream = streamOf(parts, book.expect(line, streamWithinMs));
    // What else happens to the call is reported to this process.
    await calls.act(id, 'answer', { ...stream, webhook_url: eventsUrl({ line: id }) });
  } catch (error) {
    line.finish('user_hangup');
    throw error;
  }
}

async function dial(
  parts: TelnyxParts,
  book: LineBook,
  number: PhoneNumber,
  request: DialRequest,
): Promise<PhoneLine> {
  const calls = await parts.open(request.scope, number);
  const eventsUrl = eventsUrlOf(parts, number);
  let id = '';
  const control = telnyxControl({ calls, book, number, caller: number.phoneNumber, id: () => id, eventsUrl });
  // Its stream may open while it rings.
  const line = new CarrierLine({
    number,
    carrierCallId: '',
    state: 'dialing',
    isAnsweredByNews: true,
    carrier: 'telnyx',
    control,
  });
  book.add(lineKey(number, request.callId), line);
  try {
    const stream = streamOf(parts, book.expect(line, request.ringMs + streamWithinMs));
    const webhookUrl = eventsUrl({ line: request.callId });
    id = await calls.create({ ...dialBody(request), webhook_url: webhookUrl, ...stream });
  } catch (error) {
    line.finish('dial_failed');
    throw error;
  }
  line.carrierCallId = id;
  return line;
}

function dialBody(request: DialRequest) {
  return {
    to: request.to,
    from: request.from,
    timeout_secs: Math.min(600, Math.max(5, Math.round(request.ringMs / 1000))),
    time_limit_secs: Math.min(14_400, Math.max(30, Math.ceil(request.maxMs / 1000) + 30)),
    ...(request.detectsVoicemail && { answering_machine_detection: 'detect_beep' }),
  };
}
