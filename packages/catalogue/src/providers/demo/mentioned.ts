import { dateIn, dayTextIn, timesIn } from './dates.ts';

/** Values that a text mentions, for the fields of a tool or a schema. */
export interface Mentioned {
  text: string;
  numbers: number[];
  date: string | undefined;
  /** The day in the words of the text: "next Tuesday". */
  dayText: string | undefined;
  times: string[];
  email: string | undefined;
  phone: string | undefined;
  url: string | undefined;
  quoted: string[];
  name: string | undefined;
  place: string | undefined;
  /** What follows "for", "about" or "of": the likeliest object of a request. */
  topic: string | undefined;
}

const notNames =
  /^(?:a|an|the|my|me|it|that|this|today|tomorrow|yes|no|not|looking|here|sure|fine|ok|okay|just|calling|interested|hoping|trying|sorry|in|at|on|so|very|free|available|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/i;

function cleanName(found: string | undefined): string | undefined {
  const words: string[] = [];
  for (const word of (found ?? '').split(/\s+/)) {
    if (!word || notNames.test(word)) break;
    words.push(word);
  }
  return words.length > 0 ? words.join(' ') : undefined;
}

const said = (pattern: RegExp, text: string) => pattern.exec(text)?.[1];

function nameIn(text: string): string | undefined {
  const introduced = said(
    /\b(?:my name is|name is|i am called|call me|this is|name's|under the name(?: of)?|name:)\s+((?:[\p{L}][\p{L}'’-]*\s?){1,3}?)(?=[,.!?;\n]|\s+(?:and|my|at|on|from|but|for|i)\b|$)/iu,
    text,
  );
  if (cleanName(introduced)) return cleanName(introduced);
  const capital = "(\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){0,2})";
  for (const lead of ["[Ii] am|[Ii]['’]m", '[Ff]or|[Oo]n behalf of|[Dd]ear']) {
    const name = cleanName(
      said(new RegExp(`(?:^|\\s)(?:${lead}) (?:[Mm]rs?\\.? |[Mm]s\\.? )?${capital}`, 'u'), text),
    );
    if (name) return name;
  }
  return undefined;
}

function topicIn(text: string, name: string | undefined): string | undefined {
  for (const [, found = ''] of text.matchAll(
    /\b(?:about|for|of|regarding)\s+(?:an?\s+|the\s+)?([^,.?!;\n]+)/gi,
  )) {
    const topic = found
      .replace(/(?<!\s)\s+(?:on|at|by|under|tomorrow|today|next|please|from|with)\b.*$/i, '')
      .trim();
    if (topic && topic !== name && !notNames.test(topic) && !dayTextIn(topic) && timesIn(topic).length === 0)
      return topic;
  }
  return undefined;
}

function numbersIn(text: string): number[] {
  const plain = text
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, ' ')
    .replace(/\b\d{1,2}:\d{2}\b/g, ' ')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '');
  return (plain.match(/(?<![\w.])-?\d+(?:\.\d+)?/g) ?? []).map(Number);
}

/** Extracts the values from a text; days are relative to `now`. */
export function mentionedIn(text: string, now: Date): Mentioned {
  const name = nameIn(text);
  const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0];
  const phone = /(?<![\w-])\+?\d[\d\s()/-]{5,}\d(?![\w:])/.exec(text.replace(/\d{4}-\d{2}-\d{2}/g, ' '))?.[0];
  return {
    text,
    numbers: numbersIn(text),
    date: dateIn(text, now),
    dayText: dayTextIn(text),
    times: timesIn(text),
    email,
    phone: phone && phone.replace(/\D/g, '').length >= 7 ? phone.trim() : undefined,
    url: /\bhttps?:\/\/[^\s"'<>)]+/.exec(text)?.[0],
    quoted: [...text.matchAll(/["“]([^"”\n]+)["”]|(?<!\w)'([^'\n]+)'(?!\w)/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    ),
    name,
    place: said(/\b(?:in|at|from|to|near)\s+(\p{Lu}[\p{L}'’-]+(?:[ -]\p{Lu}[\p{L}'’-]+){0,2})/u, text),
    topic: topicIn(text, name),
  };
}
