import type { JSONSchema7 } from '@ai-sdk/provider';
import { answerFromPrompt } from './answer-in-text.ts';
import type { Conversation } from './conversation.ts';
import { dayTextIn, isoDay } from './dates.ts';
import { fillSchema } from './fill-schema.ts';
import { textKind } from './fill-text.ts';
import { type FreeTime, freeTimesIn, spokenTime, spokenTimes } from './free-times.ts';
import { type Mentioned, mentionedIn } from './mentioned.ts';
import type { DemoReply } from './reply-shape.ts';
import { type FunctionTool, isBookingTool, isFreeTimesTool } from './tool-traits.ts';

const bookingWords =
  /\b(?:book|booking|appointment|reserve|reservation|schedule|slot|free times?|available|availability|come in|see (?:a|the) (?:doctor|dentist)|visit)\b/i;
const agreement =
  /^\s*(?:yes|yeah|yep|sure|ok|okay|please do|please|that works|works|perfect|great|sounds good|fine|confirm|correct|do it)\b/i;
const booked = /^Done: /m;

/** Facts of a booking, collected over the whole conversation. */
interface Booking {
  latest: Mentioned;
  date: string | undefined;
  dayText: string | undefined;
  time: string | undefined;
  name: string | undefined;
  phone: string | undefined;
  email: string | undefined;
  /** What was last read back to the caller. */
  offered: FreeTime[];
}

/** A short answer to "what name shall I put it under?" is the name. */
function answeredName(asked: string | undefined, answer: string): string | undefined {
  if (!asked || !/\bname\b[^.!]*\?/.test(asked)) return undefined;
  const words = answer
    .replace(/[.!,]+/g, ' ')
    .replace(/^\s*(?:it's|its|it is|sure|yes)\s+/i, '')
    .trim();
  return /^[\p{L}][\p{L}'’ -]{1,40}$/u.test(words) && words.split(/\s+/).length <= 3 ? words : undefined;
}

function gather({ turns, question }: Conversation, now: Date): Booking {
  const start = turns.findLastIndex((turn) => turn.role === 'assistant' && booked.test(turn.text)) + 1;
  const recent = turns.slice(start);
  const booking: Booking = {
    latest: mentionedIn(question, now),
    date: undefined,
    dayText: undefined,
    time: undefined,
    name: undefined,
    phone: undefined,
    email: undefined,
    offered: [],
  };
  let said: string | undefined;
  for (const turn of recent) {
    if (turn.role === 'assistant') {
      said = turn.text;
      const offered = freeTimesIn(turn.text, now);
      if (offered.length > 0) booking.offered = offered;
      continue;
    }
    const found = mentionedIn(turn.text, now);
    booking.date = found.date ?? booking.date;
    booking.dayText = found.dayText ?? booking.dayText;
    booking.time = found.times[0] ?? booking.time;
    booking.name = found.name ?? answeredName(said, turn.text) ?? booking.name;
    booking.phone = found.phone ?? booking.phone;
    booking.email = found.email ?? booking.email;
  }
  return booking;
}

function isBookingTalk({ turns, question }: Conversation): boolean {
  if (bookingWords.test(question) || (/\bfree\b|\btimes?\b/i.test(question) && dayTextIn(question)))
    return true;
  const last = turns.findLast((turn) => turn.role === 'assistant');
  return (
    last !== undefined &&
    !booked.test(last.text) &&
    /\bbook\b|\bfree\b/i.test(last.text) &&
    last.text.includes('?')
  );
}

/** The chosen free time: by its hour (and day), else the only one that was read back and confirmed. */
function chosenTime(booking: Booking, free: readonly FreeTime[], question: string): FreeTime | undefined {
  const { time, date } = booking;
  const match = time && free.find((one) => one.time === time && (!date || !one.date || one.date === date));
  if (match) return match;
  if (/\b(?:first|earliest|any|whichever|either|soonest)\b/i.test(question)) return free[0];
  const isNewTime = booking.latest.times.length > 0;
  return !isNewTime && agreement.test(question) && free.length === 1 ? free[0] : undefined;
}

function callInput(
  tool: FunctionTool,
  booking: Booking,
  slot: FreeTime | undefined,
  now: Date,
): Record<string, unknown> {
  const mentioned: Mentioned = {
    ...booking.latest,
    date: slot?.date ?? booking.date,
    dayText: slot?.dayText ?? booking.dayText,
    times: slot ? [slot.time] : booking.time ? [booking.time] : [],
    name: booking.name,
    phone: booking.phone,
    email: booking.email,
  };
  return fillSchema(tool.inputSchema, { mentioned, fallbackText: 'Appointment', now }) as Record<
    string,
    unknown
  >;
}

const askable = { name: 'name', phone: 'phone number', email: 'e-mail address' } as const;

/** The instructions may hold the answer: "How long does a first appointment take?" */
function factFor(conversation: Conversation): string | undefined {
  return conversation.question.includes('?') ? answerFromPrompt(conversation) : undefined;
}

/** What the booking tool requires of the caller and nobody has given yet. */
function missingWord(tool: FunctionTool, booking: Booking): string | undefined {
  for (const property of tool.inputSchema.required ?? []) {
    const kind = textKind(property, (tool.inputSchema.properties?.[property] ?? {}) as JSONSchema7);
    if ((kind === 'name' || kind === 'phone' || kind === 'email') && !booking[kind]) return askable[kind];
  }
  return undefined;
}

function confirmation(slot: FreeTime | undefined, booking: Booking, result: string): string {
  const when = slot ? ` for ${spokenTime(slot)}` : '';
  const under = booking.name ? `, under the name ${booking.name}` : '';
  const says = result.length <= 200 && !/^[[{]/.test(result.trim()) ? ` ${result.trim()}` : '';
  return `Done: I have booked your appointment${when}${under}.${says}`;
}

const dayMs = 86_400_000;
const mostDays = 7;

/** The day whose free times are still to be looked up: the one asked for, or the next day that has any. */
function dayToList(
  booking: Booking,
  { outcomes }: Conversation,
  tool: FunctionTool,
  now: Date,
): string | undefined {
  const listed = outcomes.filter((outcome) => outcome.tool === tool.name);
  if (listed.length === 0) return booking.date ?? isoDay(new Date(now.getTime() + dayMs));
  const isEmpty = freeTimesIn(listed.at(-1)?.text ?? '', now).length === 0;
  if (booking.date || !isEmpty || listed.length >= mostDays) return undefined;
  return isoDay(new Date(now.getTime() + dayMs * (listed.length + 1)));
}

/** The next step of a booking: look up free times, read them back, ask what is missing, book, confirm. */
export function bookingReply(
  conversation: Conversation,
  tools: FunctionTool[],
  now: Date,
): DemoReply | undefined {
  const listTool = tools.find((tool) => isFreeTimesTool(tool) && !isBookingTool(tool));
  const bookTool = tools.find(isBookingTool);
  if (!bookTool || !isBookingTalk(conversation)) return undefined;
  const known = conversation.outcomes.length === 0 ? factFor(conversation) : undefined;
  if (known) return { text: known };

  const booking = gather(conversation, now);
  const { outcomes, question } = conversation;
  const bookOutcome = outcomes.findLast((outcome) => outcome.tool === bookTool.name);
  if (bookOutcome) {
    const bookedSlot = freeTimesIn(JSON.stringify(bookOutcome.input), now)[0];
    if (bookOutcome.isError)
      return { text: `I could not book it: ${bookOutcome.text} Which other time suits you?` };
    return { text: confirmation(bookedSlot, booking, bookOutcome.text) };
  }

  const listOutcome = outcomes.findLast((outcome) => outcome.tool === listTool?.name);
  if (listOutcome?.isError) return { text: `I could not look at the calendar: ${listOutcome.text}` };
  const free = listOutcome ? freeTimesIn(listOutcome.text, now) : booking.offered;
  const asksForOther = /\b(?:other|another|different|else|later|earlier)\b/i.test(question);
  const slot = asksForOther ? undefined : chosenTime(booking, free, question);
  if (slot) {
    const missing = missingWord(bookTool, booking);
    if (missing) return { text: `${spokenTime(slot)} is free. What ${missing} shall I book it under?` };
    return { toolCalls: [{ tool: bookTool.name, input: callInput(bookTool, booking, slot, now) }] };
  }
  const day = listTool && dayToList(booking, conversation, listTool, now);
  if (listTool && day) {
    return {
      toolCalls: [
        { tool: listTool.name, input: callInput(listTool, { ...booking, date: day }, undefined, now) },
      ],
    };
  }
  if (free.length === 0) return { text: 'There is no free time then. Which other day suits you?' };
  const taken = booking.latest.times[0] ? `${booking.latest.times[0]} is not free. ` : '';
  if (free.length === 1)
    return { text: `${taken}I have one free time: ${spokenTimes(free)}. Shall I book it?` };
  return { text: `${taken}These times are free: ${spokenTimes(free)}. Which one shall I book?` };
}
