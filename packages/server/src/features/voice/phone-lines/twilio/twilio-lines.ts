import { noteTwilioNews, openTwilioMedia } from '@tendril/contract/api/telephony';
import type { PhoneNumber } from '@tendril/contract/voice/phone-number';
import type { Scope } from '../../../../platform/db/scope.ts';
import type { StreamStart } from '../../calls/public.ts';
import { type CarrierAddresses, withLine } from '../carrier-addresses.ts';
import { callerNumber } from '../media/caller-number.ts';
import { CarrierLine } from '../media/carrier-line.ts';
import type { LineHome } from '../media/led-carriers.ts';
import { createLineBook, type LineBook, lineKey, streamWithinMs } from '../media/line-book.ts';
import type { DialRequest, InboundCalls, LineProvider, PhoneLine } from '../phone-line.ts';
import type { TwilioCalls } from './twilio-calls.ts';
import { twilioControl } from './twilio-control.ts';
import { connectMarkup, dialMarkup, rejectMarkup } from './twilio-markup.ts';
import { twilioAnsweredBy, twilioEnd, twilioLegNews } from './twilio-news.ts';

interface TwilioParts {
  open(scope: Scope, number: PhoneNumber): Promise<TwilioCalls>;
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

export type TwilioLines = ReturnType<typeof createTwilioLines>;

/** Calls over Twilio: placed and answered, their sound on a media stream, their ends by its news. */
export function createTwilioLines(parts: TwilioParts) {
  const book = createLineBook(parts.home.nameOwner, parts.onExpected);
  /** Markup by number and CallSid: a webhook that Twilio repeats gets the same answer. */
  const answers = new Map<string, Promise<string>>();
  const provider: LineProvider = {
    kind: 'twilio',
    dial: (number, request) => dial(parts, book, number, request),
  };

  return {
    provider,

    /** What Twilio is to do with a call that arrives. */
    answer(scope: Scope, number: PhoneNumber, form: URLSearchParams): Promise<string> {
      const key = lineKey(number, form.get('CallSid') ?? '');
      const known = answers.get(key);
      if (known) return known;
      const markup = answer(parts, book, { scope, number }, form);
      answers.set(key, markup);
      const forget = () => void setTimeout(() => answers.delete(key), streamWithinMs).unref();
      markup.then(forget, () => answers.delete(key));
      return markup;
    },

    /** Where a call stands, or what has answered it. */
    note(number: PhoneNumber, form: URLSearchParams, { line: key, leg }: About): void {
      const status = form.get('CallStatus') ?? '';
      if (leg !== undefined) {
        for (const news of twilioLegNews(form)) book.consultations.noteLeg(leg, news);
        return;
      }
      const line = book.find(lineKey(number, key ?? form.get('CallSid') ?? ''));
      if (!line) return;
      const by = twilioAnsweredBy(form.get('AnsweredBy') ?? '');
      if (by) line.noteAnsweredBy(by);
      if (status === 'ringing') line.note('ringing');
      const end = twilioEnd(status, form.get('SipResponseCode') ?? '');
      if (end) line.finish(end);
    },

    /** The token in the first message of a media stream. */
    tokenOf: ({ start }: StreamStart): string => start.customParameters?.['token'] ?? '',

    /** The line of a media stream, by its first message. */
    find({ start, streamSid }: StreamStart): { line: CarrierLine; streamId: string } | undefined {
      const line = book.take(start.customParameters?.['token'] ?? '', start.callSid);
      return line && streamSid !== undefined ? { line, streamId: streamSid } : undefined;
    },
  };
}

function newsUrlOf({ addresses, home }: TwilioParts, number: PhoneNumber) {
  const url = () => addresses.http(noteTwilioNews.path.replace(':id', number.id));
  return (about: Readonly<Record<string, string>>) => withLine(url(), { ...about, at: home.id });
}

/** Markup that connects a call to the stream of a line. */
function streamMarkup({ addresses }: TwilioParts, book: LineBook, line: CarrierLine, forMs: number): string {
  return connectMarkup(addresses.socket(openTwilioMedia.path), book.expect(line, forMs));
}

async function answer(
  parts: TwilioParts,
  book: LineBook,
  { scope, number }: { scope: Scope; number: PhoneNumber },
  form: URLSearchParams,
): Promise<string> {
  const sid = form.get('CallSid') ?? '';
  const from = callerNumber(form.get('From'));
  const asked = {
    kind: 'twilio',
    to: number.phoneNumber,
    from,
    carrierCallId: sid,
    numberId: number.id,
  } as const;
  const offered = await parts.inbound().offer(asked);
  if (offered.action === 'refuse') return rejectMarkup;
  if (offered.action === 'forward') return dialMarkup(offered.to, undefined);
  const calls = await parts.open(scope, number);
  const newsUrl = newsUrlOf(parts, number);
  const control = twilioControl({ calls, book, number, caller: from, sid: () => sid, newsUrl });
  const line = new CarrierLine({ number, carrierCallId: sid, state: 'ringing', carrier: 'twilio', control });
  book.add(lineKey(number, sid), line);
  book.begin(line, offered);
  return streamMarkup(parts, book, line, streamWithinMs);
}

async function dial(
  parts: TwilioParts,
  book: LineBook,
  number: PhoneNumber,
  request: DialRequest,
): Promise<PhoneLine> {
  const calls = await parts.open(request.scope, number);
  const newsUrl = newsUrlOf(parts, number);
  let sid = '';
  const control = twilioControl({ calls, book, number, caller: number.phoneNumber, sid: () => sid, newsUrl });
  const line = new CarrierLine({ number, carrierCallId: '', state: 'dialing', carrier: 'twilio', control });
  book.add(lineKey(number, request.callId), line);
  try {
    const markup = streamMarkup(parts, book, line, request.ringMs + streamWithinMs);
    sid = await calls.create(dialForm(request, markup, newsUrl({ line: request.callId })));
  } catch (error) {
    line.finish('dial_failed');
    throw error;
  }
  line.carrierCallId = sid;
  return line;
}

function dialForm(request: DialRequest, markup: string, newsUrl: string) {
  const detection = {
    MachineDetection: 'DetectMessageEnd',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: newsUrl,
    AsyncAmdStatusCallbackMethod: 'POST',
  };
  return {
    To: request.to,
    From: request.from,
    Twiml: markup,
    Timeout: String(Math.max(1, Math.round(request.ringMs / 1000))),
    TimeLimit: String(Math.ceil(request.maxMs / 1000) + 30),
    StatusCallback: newsUrl,
    StatusCallbackMethod: 'POST',
    StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    ...(request.detectsVoicemail && detection),
  };
}
