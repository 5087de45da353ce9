/** Who a prompt says the model is. */
export interface Identity {
  name: string | undefined;
  /** "the receptionist of Café Blue" */
  role: string | undefined;
}

const whole = '((?:[^.!?;\\n]|\\.(?=\\S))+)';
const named =
  /\b(?:your name is|you are (?:called|named)|you['’]re called|call yourself)\s+["“]?([\p{Lu}][\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?)/iu;
const being = new RegExp(
  `\\b(?:you are|you['’]re|act as|pretend (?:to be|you are)|imagine (?:you are|being)|play)\\s+${whole}`,
  'giu',
);
const nameFirst =
  /^(\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2})(?:\s*,\s*(.+)|\s+(?:and you are|the|from|of|at)\s+(.+))?$/su;

const ownWords = (text: string) =>
  text
    .replace(/\byour\b/gi, 'my')
    .replace(/\byou\b/gi, 'I')
    .trim();

/** Reads name and role out of "You are …"; undefined when the prompt gives neither. */
export function promptIdentity(prompt: string): Identity | undefined {
  let name = named.exec(prompt)?.[1];
  let role: string | undefined;
  for (const [, found = ''] of prompt.matchAll(being)) {
    const text = found.replace(/["“”*_]/g, '').trim();
    const first = nameFirst.exec(text);
    if (first && !/^(?:An?|The)\b/.test(text)) {
      name ??= first[1];
      const rest = first[2] ?? (first[3] && text.slice((first[1] ?? '').length).trim());
      if (rest) role ??= ownWords(rest);
    } else if (/^(?:an?|the|one of|our)\s/i.test(text)) role ??= ownWords(text);
  }
  return name || role ? { name, role } : undefined;
}

/** "Ann, the receptionist of Café Blue" */
export function sayIdentity({ name, role }: Identity): string {
  if (!name || !role) return name ?? role ?? '';
  return /^(?:from|of|at)\b/i.test(role) ? `${name} ${role}` : `${name}, ${role}`;
}

const asksWho =
  /\bwho (?:are you|am i (?:speaking|talking) (?:to|with)|is (?:this|there|speaking|it))|\bwhat(?:['’]s| is| are) (?:you\b(?! \w)|your (?:name|role|job))|\bintroduce yourself|\btell me about yourself|\bdo you have a name|\bwhat (?:should|can|may) i call you/i;
const asksWhether =
  /\bare you (?:an? |really )*(?:real|human|person|robot|bot|ai|machine|computer|chat ?bot)/i;
const asksForPlace =
  /\b(?:is this|am i (?:speaking|talking) (?:to|with)|have i reached)\s+(?:the\s+)?([^?]+)\?/i;

/** Answers who is speaking; undefined when that was not asked. */
export function answerWho(question: string, identity: Identity | undefined): string | undefined {
  if (asksWhether.test(question)) {
    const called = identity?.name ? ` My name here is ${identity.name}.` : '';
    return `I am an automated assistant, not a person.${called}`;
  }
  if (!identity) return undefined;
  const self = sayIdentity(identity);
  const place = asksForPlace.exec(question)?.[1]?.trim().toLowerCase();
  if (place && self.toLowerCase().includes(place)) return `Yes, this is ${self}.`;
  return asksWho.test(question) ? `I am ${self}.` : undefined;
}
