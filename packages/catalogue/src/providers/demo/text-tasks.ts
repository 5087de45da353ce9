import type { Conversation } from './conversation.ts';
import { mentionedIn } from './mentioned.ts';
import { chooseLabel, labelsIn } from './prompt-labels.ts';
import { contentWords, sentencesOf } from './words.ts';

const order =
  /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:summari[sz]e|shorten|condense|translate|classify|categori[sz]e|label|extract|write|give|make|create|tl;?dr)\b[^\n:]*(?::\s*|\n+)/i;
const wants = (work: string) =>
  new RegExp(
    `(?:^|[.!?\\n]\\s*|\\byou (?:will |should |must )?|\\btask is to |\\bto |\\bplease )(?:${work})`,
    'i',
  );
const summary = wants('summari[sz]e|shorten|condense|(?:write|give|make|create) (?:\\w+ ){0,3}summary');
const translation = wants('translate');
const extraction = wants('extract|pull out|pick out');
const translator = /\byou are (?:an? |the )(?:\w+ )?translator\b/i;
const summariser = /\byou are (?:an? |the )(?:\w+ )?summari[sz]er\b/i;

/** The text to work on, without the instruction before it. */
function bodyOf(question: string): string {
  return question
    .replace(order, '')
    .replace(/^\s*["“]{1,3}\s*|(?<!\s)\s*["”]{1,3}\s*$/g, '')
    .trim();
}

/** The first sentence and the one with the most frequent words, in their order. */
function summarise(text: string): string {
  const sentences = sentencesOf(text);
  if (sentences.length <= 2) return sentences[0] ?? text;
  const counts = new Map<string, number>();
  for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weigh = (sentence: string) => {
    const words = new Set(contentWords(sentence));
    const sum = [...words].reduce((total, word) => total + (counts.get(word) ?? 0), 0);
    return sum / Math.sqrt(Math.max(4, words.size));
  };
  const [first = '', ...others] = sentences;
  const best = others.reduce((one, other) => (weigh(other) > weigh(one) ? other : one));
  return `${first} ${best}`;
}

const fields: readonly (readonly [string, RegExp, 'email' | 'phone' | 'url' | 'name' | 'date' | 'place'])[] =
  [
    ['email', /\be-?mail/i, 'email'],
    ['phone', /\b(?:tele)?phone|\bmobile/i, 'phone'],
    ['url', /\burl\b|\blink\b|\bwebsite/i, 'url'],
    ['date', /\bdate\b|\bday\b/i, 'date'],
    ['name', /\bnames?\b/i, 'name'],
    ['place', /\bcity\b|\bplace\b|\blocation\b/i, 'place'],
  ];

function extract(order: string, text: string, now: Date): string {
  const mentioned = mentionedIn(text, now);
  const asked = fields.filter(([, pattern]) => pattern.test(order));
  const found = (asked.length > 0 ? asked : fields).flatMap(([label, , field]) =>
    mentioned[field]
      ? [{ label, value: mentioned[field] }]
      : asked.length > 0
        ? [{ label, value: 'none' }]
        : [],
  );
  const [only] = found;
  if (only && asked.length === 1) return only.value;
  return (
    found.map(({ label, value }) => `${label}: ${value}`).join('\n') || 'The text holds nothing of that.'
  );
}

/** Summarizes, classifies or extracts, where the prompt asks for that; undefined for other prompts. */
export function answerByTask({ system, question }: Conversation, now: Date): string | undefined {
  const orders = system === question ? question : `${system}\n${/^[^\n:]*/.exec(question)?.[0] ?? ''}`;
  const text = bodyOf(question);
  const labels = labelsIn(orders);
  if (labels.length > 1) return chooseLabel(labels, text);
  if (summary.test(orders) || summariser.test(system)) return summarise(text);
  if (extraction.test(orders)) return extract(orders, text, now);
  if (translation.test(orders) || translator.test(system))
    return `I am the demo model and cannot translate: a model of a vendor is needed for “${text.slice(0, 160)}”.`;
  return undefined;
}
