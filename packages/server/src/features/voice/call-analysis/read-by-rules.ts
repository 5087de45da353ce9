import {
  type CallReading,
  type Conversation,
  type FieldValues,
  lacksRequired,
  messagesOf,
} from './conversation.ts';
import { readField } from './field-rules.ts';
import { wordsOf } from './likeness.ts';

/** The name under which an analysis by rules is stored. */
export const rulesName = 'rules';

const glad = new Set(
  'thanks thank great perfect wonderful awesome excellent good nice helpful appreciate happy love glad amazing fantastic brilliant lovely'.split(
    ' ',
  ),
);
const cross = new Set(
  'angry annoyed terrible awful bad worse worst upset frustrated frustrating unacceptable ridiculous useless disappointed complaint complain hate horrible wrong stupid waste rude'.split(
    ' ',
  ),
);
const machine =
  /\b(?:leave (?:a|your) message|after the (?:tone|beep)|not available|voice ?mail|mailbox|can'?t (?:take|come to))\b/i;
const longestQuote = 160;

/**
 * Analyses a call without any model: by the words near a field's own words. It finds plain answers to plain questions,
 * and the result says that rules made it.
 */
export function readByRules(conversation: Conversation): CallReading {
  const { transcript, fields, reason } = conversation;
  const said = messagesOf(transcript).filter(({ role }) => role === 'user');
  const inVoicemail =
    reason === 'voicemail_reached' || said.slice(0, 2).some(({ content }) => machine.test(content));
  const values: FieldValues = {};
  for (const field of fields) values[field.name] = inVoicemail ? null : readField(field, transcript);
  const isBroken = reason !== null && (reason.startsWith('error_') || reason === 'inactivity');
  return {
    callSummary: summary(conversation),
    callSuccessful: said.length > 0 && !inVoicemail && !isBroken && !lacksRequired(fields, values),
    userSentiment: inVoicemail ? 'Unknown' : sentiment(said.map(({ content }) => content)),
    inVoicemail,
    customAnalysisData: values,
  };
}

function sentiment(said: readonly string[]): CallReading['userSentiment'] {
  if (said.length === 0) return 'Unknown';
  let balance = 0;
  for (const sentence of said) {
    const words = wordsOf(sentence);
    words.forEach((word, place) => {
      const isTurned = /^(?:not|never|no|isn|wasn|don)$/.test(words[place - 1] ?? '');
      const weight = glad.has(word) ? 1 : cross.has(word) ? -2 : 0;
      balance += isTurned ? -weight : weight;
    });
  }
  return balance > 0 ? 'Positive' : balance < 0 ? 'Negative' : 'Neutral';
}

function summary({ transcript }: Conversation): string {
  const messages = messagesOf(transcript);
  const opening = messages.find(({ role }) => role === 'user');
  const closing = messages.findLast(({ role }) => role === 'agent');
  const parts = [`${messages.length} messages.`];
  if (opening) parts.push(`The caller began: “${quote(opening.content)}”`);
  if (closing) parts.push(`The agent said last: “${quote(closing.content)}”`);
  return parts.join(' ');
}

function quote(text: string): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  return plain.length > longestQuote ? `${plain.slice(0, longestQuote).trimEnd()}…` : plain;
}
